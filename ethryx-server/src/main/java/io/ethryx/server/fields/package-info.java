/**
 * Header and trailer fields as bytes, for both directions, so that passing them on makes no object.
 *
 * <p>Start at {@link io.ethryx.server.fields.FieldBlock}; {@link io.ethryx.server.fields.FieldReader} fills one from a peer's
 * bytes. Blocks and readers are confined to the IO thread of their connection.
 */
@NullMarked
package io.ethryx.server.fields;

import org.jspecify.annotations.NullMarked;
