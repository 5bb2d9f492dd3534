/**
 * Strict reading of YAML settings: every key is asked for by name and type, every fault is collected with its line, and
 * what was not asked for is a fault too (decision G25). Start at {@link io.ethryx.server.yaml.YamlFile}, then read through
 * {@link io.ethryx.server.yaml.Section}. Used at start and by commands, never on the request path; not thread-safe.
 */
@NullMarked
package io.ethryx.server.yaml;

import org.jspecify.annotations.NullMarked;
