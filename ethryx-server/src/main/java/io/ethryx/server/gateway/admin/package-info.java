/**
 * The admin API (decisions G19, G20, G40): start at {@link io.ethryx.server.gateway.admin.AdminApi}, which puts it together.
 * {@code RouteTable} says which calls there are, {@code AdminHandler} takes them in, a class of routes answers each group, and
 * {@code Changes} is the only one that changes anything: with a guard, a dry run, and a line in the audit log.
 *
 * <p>What arrives is handed from its IO thread to a few daemon threads {@code ethryx-admin}, or {@code ethryx-admin-etcd} where
 * etcd may have to be waited for.
 */
@NullMarked
package io.ethryx.server.gateway.admin;

import org.jspecify.annotations.NullMarked;
