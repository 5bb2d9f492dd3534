package io.ethryx.server.libraries;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What other programs can use of a library: its public types and what is public or protected in them, as lines of text. */
final class PublicApi {

    private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");

    private final Map<String, Class<?>> types = new TreeMap<>();

    private PublicApi() {}

    static PublicApi of(Library library) throws IOException {
        PublicApi api = new PublicApi();
        for (String name : library.packages()) {
            for (Class<?> type : classesOf(name)) {
                if (isVisible(type)) {
                    api.types.put(type.getName(), type);
                }
            }
        }
        return api;
    }

    /** One line a type, and below it one for each of its members. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Class<?> type : types.values()) {
            lines.add(head(type));
            members(type).forEach(member -> lines.add("  " + member));
        }
        return lines;
    }

    /** Types that are shown and come from neither the JDK nor Ethryx. */
    Set<String> foreignTypes() {
        return lines().stream()
                .flatMap(line -> Stream.of(line.split("[^\\w.$]+", -1)))
                .filter(word -> word.matches("[a-z]\\w*(\\.\\w+)+"))
                .filter(word -> !word.startsWith("java.") && !word.startsWith("io.ethryx."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Class<?>> classesOf(String name) throws IOException {
        String folder = name.replace('.', '/');
        try {
            URI place = Objects.requireNonNull(
                            Thread.currentThread().getContextClassLoader().getResource(folder + "/package-info.class"),
                            name)
                    .toURI();
            if (!place.getScheme().equals("jar")) {
                return classesIn(Objects.requireNonNull(Path.of(place).getParent()), name);
            }
            try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
                return classesIn(jar.getPath("/" + folder), name);
            }
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private static List<Class<?>> classesIn(Path folder, String name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> Objects.toString(file.getFileName()))
                    .filter(file -> file.endsWith(".class") && !file.contains("-info"))
                    .<Class<?>>map(file -> load(name + '.' + file.substring(0, file.length() - ".class".length())))
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private static boolean isVisible(Class<?> type) {
        boolean own = Modifier.isPublic(type.getModifiers()) || Modifier.isProtected(type.getModifiers());
        boolean named = !type.isAnonymousClass() && !type.isLocalClass() && !type.isSynthetic();
        return own && named && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
    }

    private static String head(Class<?> type) {
        StringBuilder head = new StringBuilder(type.isRecord() ? "record " : type.isEnum() ? "enum " : kind(type));
        head.append(type.getName());
        if (type.getTypeParameters().length > 0) {
            head.append(Stream.of(type.getTypeParameters())
                    .map(PublicApi::variable)
                    .collect(Collectors.joining(", ", "<", ">")));
        }
        if (type.isRecord()) {
            head.append(Stream.of(type.getRecordComponents())
                    .map(RecordComponent::getGenericType)
                    .map(Type::getTypeName)
                    .collect(Collectors.joining(", ", "(", ")")));
        } else if (type.getSuperclass() != null && !type.isEnum() && type.getSuperclass() != Object.class) {
            head.append(" extends ").append(type.getGenericSuperclass().getTypeName());
        }
        Stream.of(type.getGenericInterfaces())
                .map(Type::getTypeName)
                .sorted()
                .forEach(each -> head.append(" is ").append(each));
        if (type.isSealed()) {
            head.append(Stream.of(type.getPermittedSubclasses())
                    .map(Class::getName)
                    .sorted()
                    .collect(Collectors.joining(", ", " permits ", "")));
        }
        return head.toString();
    }

    private static String kind(Class<?> type) {
        String modifiers =
                type.isInterface() ? "" : inOrder(type.getModifiers() & (Modifier.FINAL | Modifier.ABSTRACT));
        return modifiers + (type.isAnnotation() ? "annotation " : type.isInterface() ? "interface " : "class ");
    }

    private static String inOrder(int modifiers) {
        String text = Modifier.toString(modifiers);
        return text.isEmpty() ? "" : text + ' ';
    }

    private static String variable(java.lang.reflect.TypeVariable<?> variable) {
        String bounds = Stream.of(variable.getBounds())
                .filter(bound -> bound != Object.class)
                .map(Type::getTypeName)
                .collect(Collectors.joining(" & "));
        return variable.getName() + (bounds.isEmpty() ? "" : " extends " + bounds);
    }

    private static Set<String> members(Class<?> type) {
        Set<String> members = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (isShown(field.getModifiers()) && !field.isSynthetic()) {
                members.add(
                        inOrder(field.getModifiers()) + field.getGenericType().getTypeName() + ' ' + field.getName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isShown(constructor.getModifiers()) && !constructor.isSynthetic()) {
                members.add(inOrder(constructor.getModifiers()) + "new" + signature(constructor));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isShown(method.getModifiers()) && !method.isSynthetic() && !isImplied(method)) {
                int modifiers = method.getModifiers() & Modifier.methodModifiers() & ~Modifier.SYNCHRONIZED;
                members.add(inOrder(modifiers)
                        + (method.isDefault() ? "default " : "")
                        + method.getGenericReturnType().getTypeName()
                        + ' '
                        + method.getName()
                        + signature(method));
            }
        }
        return members;
    }

    private static boolean isShown(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** What every object, or every enum, has. */
    private static boolean isImplied(Method method) {
        boolean ofEnum = method.getDeclaringClass().isEnum()
                && Modifier.isStatic(method.getModifiers())
                && Set.of("values", "valueOf").contains(method.getName());
        return ofEnum || OF_EVERY_OBJECT.contains(method.getName());
    }

    private static String signature(Executable executable) {
        String variables = Arrays.stream(executable.getTypeParameters())
                .map(PublicApi::variable)
                .collect(Collectors.joining(", "));
        String thrown = Arrays.stream(executable.getGenericExceptionTypes())
                .map(Type::getTypeName)
                .sorted()
                .collect(Collectors.joining(", "));
        return Arrays.stream(executable.getGenericParameterTypes())
                        .map(Type::getTypeName)
                        .collect(Collectors.joining(", ", "(", ")"))
                + (variables.isEmpty() ? "" : " for <" + variables + '>')
                + (thrown.isEmpty() ? "" : " throws " + thrown);
    }
}
