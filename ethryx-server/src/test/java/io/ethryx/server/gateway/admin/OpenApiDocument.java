package io.ethryx.server.gateway.admin;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The OpenAPI document, and a judge of answers by it: of JSON Schema as much as the document uses. */
final class OpenApiDocument {

    private static final Set<String> SAYING_NOTHING = Set.of("description", "default");

    private final Map<?, ?> root;

    private OpenApiDocument(Map<?, ?> root) {
        this.root = root;
    }

    static OpenApiDocument packaged() throws IOException {
        try (InputStream in = AdminApi.class.getResourceAsStream("openapi.json")) {
            return new OpenApiDocument((Map<?, ?>) AdminJson.parse(in.readAllBytes()));
        }
    }

    /** As {@code GET /path}. */
    Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        ((Map<?, ?>) root.get("paths"))
                .forEach((path, item) -> ((Map<?, ?>) item)
                        .keySet()
                        .forEach(method -> operations.add(method.toString().toUpperCase(Locale.ROOT) + " " + path)));
        return operations;
    }

    Map<?, ?> operation(Route route) {
        Map<?, ?> item = (Map<?, ?>) ((Map<?, ?>) root.get("paths")).get(route.pattern());
        return (Map<?, ?>) item.get(route.method().toLowerCase(Locale.ROOT));
    }

    /** Parameters of the query, optional ones in brackets; without {@code dryRun}, which every change takes. */
    List<String> queryOf(Route route) {
        List<String> names = new ArrayList<>();
        if (operation(route).get("parameters") instanceof List<?> parameters) {
            for (Object each : parameters) {
                Map<?, ?> parameter = behind((Map<?, ?>) each);
                String name = String.valueOf(parameter.get("name"));
                if ("query".equals(parameter.get("in")) && !name.equals("dryRun")) {
                    names.add(marked(name, Boolean.TRUE.equals(parameter.get("required"))));
                }
            }
        }
        return names;
    }

    /** Members of the body, optional ones in brackets. */
    List<String> bodyOf(Route route) {
        List<String> names = new ArrayList<>();
        if (operation(route).get("requestBody") instanceof Map<?, ?> body) {
            Map<?, ?> content = (Map<?, ?>) ((Map<?, ?>) body.get("content")).get("application/json");
            Map<?, ?> schema = behind((Map<?, ?>) content.get("schema"));
            List<?> required = schema.get("required") instanceof List<?> list ? list : List.of();
            if (schema.get("properties") instanceof Map<?, ?> members) {
                members.keySet().forEach(name -> names.add(marked(name.toString(), required.contains(name))));
            } else {
                names.add("JSON-RPC");
            }
        }
        return names;
    }

    /** Statuses that not every call may be answered with. */
    List<String> ownAnswersOf(Route route) {
        List<String> statuses = new ArrayList<>();
        ((Map<?, ?>) operation(route).get("responses")).keySet().forEach(status -> statuses.add(status.toString()));
        statuses.removeAll(List.of("401", "403", "413", "503"));
        return statuses;
    }

    private Map<?, ?> behind(Map<?, ?> value) {
        return value.get("$ref") instanceof String reference ? resolved(reference) : value;
    }

    private static String marked(String name, boolean required) {
        return required ? '`' + name + '`' : "[`" + name + "`]";
    }

    /** What is wrong with an answer, empty if it is as documented. */
    List<String> faults(Route route, int status, Object json) {
        Map<?, ?> responses = (Map<?, ?>) operation(route).get("responses");
        Map<?, ?> response = (Map<?, ?>) responses.get(Integer.toString(status));
        if (response == null) {
            return List.of(route + " has no answer of " + status + " in the document: " + json);
        }
        Map<?, ?> content = (Map<?, ?>) ((Map<?, ?>) response.get("content")).get("application/json");
        List<String> faults = new ArrayList<>();
        judge((Map<?, ?>) content.get("schema"), json, route + " " + status, faults);
        return faults;
    }

    /** All references that lead nowhere. */
    List<String> loose() {
        List<String> loose = new ArrayList<>();
        collect(root, loose);
        return loose;
    }

    private void collect(Object value, List<String> loose) {
        if (value instanceof Map<?, ?> members) {
            Object target = members.get("$ref");
            if (target instanceof String reference && resolved(reference) == null) {
                loose.add(reference);
            }
            members.values().forEach(member -> collect(member, loose));
        } else if (value instanceof List<?> elements) {
            elements.forEach(element -> collect(element, loose));
        }
    }

    private Map<?, ?> resolved(String reference) {
        Object at = root;
        for (String step : List.of(reference.substring(2).split("/", -1))) {
            at = at instanceof Map<?, ?> members ? members.get(step) : null;
        }
        return (Map<?, ?>) at;
    }

    private void judge(Map<?, ?> schema, Object value, String where, List<String> faults) {
        schema.forEach((word, rule) -> {
            if (!SAYING_NOTHING.contains(word)) {
                judge(word.toString(), rule, schema, value, where, faults);
            }
        });
    }

    private void judge(String word, Object rule, Map<?, ?> schema, Object value, String where, List<String> faults) {
        switch (word) {
            case "$ref" -> judge(resolved(rule.toString()), value, where, faults);
            case "oneOf" -> {
                if (((List<?>) rule).stream().filter(one -> fits(one, value)).count() != 1) {
                    faults.add(where + " is not one of what it may be: " + value);
                }
            }
            case "const" -> require(rule.equals(value), where + " is not " + rule, value, faults);
            case "enum" -> require(((List<?>) rule).contains(value), where + " is none of " + rule, value, faults);
            case "type" -> require(isOfType(rule, value), where + " is no " + rule, value, faults);
            case "minimum" -> require(compare(value, rule) >= 0, where + " is below " + rule, value, faults);
            case "maximum" -> require(compare(value, rule) <= 0, where + " is above " + rule, value, faults);
            case "properties" -> members((Map<?, ?>) rule, value, where, faults);
            case "required" -> {
                if (value instanceof Map<?, ?> object) {
                    require(
                            object.keySet().containsAll((List<?>) rule),
                            where + " lacks one of " + rule,
                            value,
                            faults);
                }
            }
            case "additionalProperties" -> others(rule, schema, value, where, faults);
            case "items" -> {
                if (value instanceof List<?> elements) {
                    elements.forEach(element -> judge((Map<?, ?>) rule, element, where + "[]", faults));
                }
            }
            default -> throw new AssertionError("the judge knows no " + word);
        }
    }

    private boolean fits(Object schema, Object value) {
        List<String> faults = new ArrayList<>();
        judge((Map<?, ?>) schema, value, "", faults);
        return faults.isEmpty();
    }

    private void members(Map<?, ?> properties, Object value, String where, List<String> faults) {
        if (value instanceof Map<?, ?> object) {
            properties.forEach((name, schema) -> {
                if (object.containsKey(name)) {
                    judge((Map<?, ?>) schema, object.get(name), where + "." + name, faults);
                }
            });
        }
    }

    private void others(Object rule, Map<?, ?> schema, Object value, String where, List<String> faults) {
        Map<?, ?> named = schema.get("properties") instanceof Map<?, ?> properties ? properties : Map.of();
        if (value instanceof Map<?, ?> object) {
            object.forEach((name, member) -> {
                if (!named.containsKey(name) && rule.equals(false)) {
                    faults.add(where + "." + name + " is not in the document");
                } else if (!named.containsKey(name)) {
                    judge((Map<?, ?>) rule, member, where + "." + name, faults);
                }
            });
        }
    }

    private static boolean isOfType(Object rule, Object value) {
        if (rule instanceof List<?> several) {
            return several.stream().anyMatch(one -> isOfType(one, value));
        }
        return switch (rule.toString()) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "integer" -> value instanceof Integer;
            case "number" -> value instanceof Number;
            case "boolean" -> value instanceof Boolean;
            case "null" -> value == null;
            default -> throw new AssertionError("no type: " + rule);
        };
    }

    private static int compare(Object value, Object bound) {
        return value instanceof Number number
                ? Double.compare(number.doubleValue(), ((Number) bound).doubleValue())
                : 0;
    }

    private static void require(boolean holds, String otherwise, Object value, List<String> faults) {
        if (!holds) {
            faults.add(otherwise + ": " + value);
        }
    }
}
