/**
 * What is written down of calls: the log of slow and failed ones, and the record of all of them (decision G17). Start at {@link
 * io.ethryx.server.gateway.calllog.CallLogs}.
 *
 * <p>A line's text is made on the thread of its call, of bounded parts; framing and writing are the log's own thread's. What is
 * not logged costs a comparison.
 */
@NullMarked
package io.ethryx.server.gateway.calllog;

import org.jspecify.annotations.NullMarked;
