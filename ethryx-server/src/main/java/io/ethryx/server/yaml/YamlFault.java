package io.ethryx.server.yaml;

/**
 * What is wrong with one value of a file.
 *
 * @param file as the operator named it
 * @param line from 1; 0 where the whole file is meant
 * @param key the dotted path of the key, empty for the file itself
 * @param value what stands there, in one line and cut to a readable length
 * @param rule what it breaks
 * @param remedy what to write instead
 */
public record YamlFault(String file, int line, String key, String value, String rule, String remedy) {

    /**
     * The fault as {@code FILE:LINE: KEY: VALUE: rule; remedy}.
     *
     * @return one line
     */
    public String sentence() {
        StringBuilder sentence = new StringBuilder(file);
        if (line > 0) {
            sentence.append(':').append(line);
        }
        sentence.append(": ");
        if (!key.isEmpty()) {
            sentence.append(key).append(": ");
        }
        if (!value.isEmpty()) {
            sentence.append(value).append(": ");
        }
        return sentence.append(rule).append("; ").append(remedy).toString();
    }
}
