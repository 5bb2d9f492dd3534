/**
 * The names of header fields, for both directions.
 *
 * <p>Start at {@link io.ethryx.server.fields.FieldNames}.
 */
@NullMarked
package io.ethryx.server.fields;

import org.jspecify.annotations.NullMarked;
