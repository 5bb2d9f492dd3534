/**
 * Header and trailer fields as bytes, for both directions, so that passing them on makes no object.
 *
 * <p>Start at {@link io.ethryx.server.fields.FieldLines}, which is what can be asked of the fields of a message; a {@link
 * io.ethryx.server.fields.FieldBlock} is what holds and changes them, and {@link io.ethryx.server.fields.FieldReader} fills it
 * from a peer's bytes. Blocks and readers are confined to the IO thread of their connection.
 */
@NullMarked
package io.ethryx.server.fields;

import org.jspecify.annotations.NullMarked;
