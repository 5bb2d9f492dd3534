package io.ethryx.server.fields;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.FieldTexts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A block and its reader do what a plain list of lines does, over any sections, splits and changes. */
class FieldModelTest {

    private static final int SEEDS = 3_000;
    private static final String[] NAMES = {
        "Host",
        "host",
        "X-A",
        "x-a",
        "Connection",
        "TE",
        "te",
        "Content-Length",
        "Accept",
        "x",
        "X-Forwarded-For",
        "A-b"
    };

    private record Line(String name, String value) {
        boolean isCalled(String other) {
            return name.equalsIgnoreCase(other);
        }
    }

    private final FieldBlock fields = new FieldBlock();
    private final FieldReader reader = new FieldReader(fields);
    private List<Line> model = new ArrayList<>();

    @Test
    void a_block_is_as_a_list_of_lines() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            begin(random);
            agree(seed);
            for (int step = random.nextInt(12); step > 0; step--) {
                change(random);
                agree(seed);
            }
        }
    }

    private void begin(Random random) {
        model = new ArrayList<>();
        StringBuilder wire = new StringBuilder();
        int lines = random.nextInt(random.nextInt(10) == 0 ? 200 : 12);
        for (int i = 0; i < lines; i++) {
            Line line = line(random);
            model.add(line);
            wire.append(line.name)
                    .append(':')
                    .append(blanks(random))
                    .append(line.value)
                    .append(random.nextInt(4) == 0 ? blanks(random) : "")
                    .append("\r\n");
        }
        int section = wire.append("\r\n").length();
        wire.append("behind".repeat(random.nextInt(3)));
        read(wire.toString().getBytes(StandardCharsets.ISO_8859_1), section, random);
    }

    private void read(byte[] wire, int section, Random random) {
        reader.begin(65_536, 1_000);
        int at = 0;
        while (!reader.isWhole()) {
            assertThat(at).isLessThan(wire.length);
            int to = Math.min(wire.length, at + 1 + random.nextInt(random.nextBoolean() ? 10 : 5_000));
            if (random.nextBoolean()) {
                at = reader.read(wire, at, to);
            } else {
                ByteBuffer piece = ByteBuffer.wrap(wire, at, to - at);
                reader.read(piece);
                at = piece.position();
            }
            assertThat(reader.fault()).isNull();
        }
        assertThat(at).isEqualTo(section);
    }

    private static Line line(Random random) {
        StringBuilder value = new StringBuilder();
        for (int i = random.nextInt(random.nextInt(20) == 0 ? 3_000 : 12); i > 0; i--) {
            value.append("abc ,;\t\u00e9\u00ff:".charAt(random.nextInt(10)));
        }
        return new Line(NAMES[random.nextInt(NAMES.length)], strip(value.toString()));
    }

    private static String strip(String text) {
        return text.replaceAll("^[ \t]+|[ \t]+$", "");
    }

    private static String blanks(Random random) {
        return random.nextInt(3) > 0 ? " " : " \t ".substring(random.nextInt(4));
    }

    private void change(Random random) {
        String name = NAMES[random.nextInt(NAMES.length)];
        KnownField known = known(name);
        switch (random.nextInt(5)) {
            case 0 -> {
                Line line = line(random);
                fields.add(line.name, random.nextBoolean() ? line.value : " " + line.value + "\t");
                model.add(line);
            }
            case 1 -> {
                byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
                fields.dropNamed(bytes, 0, bytes.length);
                dropIf(line -> line.isCalled(name));
            }
            case 2 -> {
                if (known != null) {
                    fields.drop(known);
                    dropIf(line -> line.isCalled(name));
                }
            }
            case 3 -> {
                fields.drop(FieldSet.of(KnownField.TE, KnownField.CONNECTION));
                dropIf(line -> line.isCalled("te") || line.isCalled("connection"));
            }
            default -> {
                if (fields.size() > 0) {
                    int at = random.nextInt(fields.size());
                    if (!fields.isDropped(at)) {
                        model.remove(place(at));
                    }
                    fields.drop(at);
                }
            }
        }
    }

    private static KnownField known(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        return KnownField.of(bytes, 0, bytes.length);
    }

    private void dropIf(Predicate<Line> condition) {
        model.removeIf(condition);
    }

    /** Which place a line that is left has among those that are. */
    private int place(int line) {
        int place = 0;
        for (int i = 0; i < line; i++) {
            place += fields.isDropped(i) ? 0 : 1;
        }
        return place;
    }

    private void agree(int seed) {
        StringBuilder wire = new StringBuilder();
        model.forEach(
                line -> wire.append(line.name).append(": ").append(line.value).append("\r\n"));
        byte[] written = new byte[fields.length()];
        assertThat(fields.write(written, 0)).isEqualTo(written.length);
        assertThat(new String(written, StandardCharsets.ISO_8859_1))
                .as("seed %d", seed)
                .isEqualTo(wire.toString());
        FieldBlock copy = new FieldBlock();
        copy.addAll(fields);
        for (FieldBlock block : List.of(fields, copy)) {
            List<Line> lines = new ArrayList<>();
            FieldTexts.forEach(block, (name, value) -> lines.add(new Line(name, value)));
            assertThat(lines).as("seed %d", seed).isEqualTo(model);
            assertThat(block.isEmpty()).as("seed %d", seed).isEqualTo(model.isEmpty());
            for (String name : NAMES) {
                agree(seed, block, name);
            }
        }
    }

    private void agree(int seed, FieldBlock block, String name) {
        List<String> expected = model.stream()
                .filter(line -> line.isCalled(name))
                .map(Line::value)
                .toList();
        List<String> byName = new ArrayList<>();
        String lowerCase = name.toLowerCase(Locale.ROOT);
        for (int line = block.find(lowerCase, 0); line >= 0; line = block.find(lowerCase, line + 1)) {
            byName.add(block.value(line));
        }
        assertThat(byName).as("seed %d, %s", seed, name).isEqualTo(expected);
        KnownField known = known(name);
        if (known != null) {
            assertThat(block.count(known)).as("seed %d, %s", seed, name).isEqualTo(expected.size());
            assertThat(block.value(known))
                    .as("seed %d, %s", seed, name)
                    .isEqualTo(expected.isEmpty() ? null : expected.get(0));
        }
    }
}
