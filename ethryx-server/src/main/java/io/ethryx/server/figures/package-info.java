/**
 * What a page of metrics says, for people: {@link io.ethryx.server.figures.Samples} is a page that was read, {@link
 * io.ethryx.server.figures.Span} two of them and the time between. For {@code ethryx top} and the live page; nothing on the request path.
 */
@NullMarked
package io.ethryx.server.figures;

import org.jspecify.annotations.NullMarked;
