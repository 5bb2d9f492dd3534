/**
 * Access to what XNIO keeps to its own package: turning an accepted socket into a connection of a chosen IO thread. Start
 * at {@link org.xnio.nio.AcceptedSockets}.
 */
@NullMarked
package org.xnio.nio;

import org.jspecify.annotations.NullMarked;
