package io.ethryx.server.io;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * POSIX signals, through the virtual machine's {@code sun.misc.Signal}: a shutdown hook alone can neither exit with 0 nor
 * see a second signal. Reached by reflection since the compiler refuses to name that class without a warning.
 */
public final class Signals {

    private Signals() {}

    /**
     * Handles a signal in place of the virtual machine.
     *
     * @param name without its SIG, for instance {@code TERM}
     * @param action run on a thread of its own at each arrival
     * @throws IllegalStateException if this virtual machine has no such signal
     */
    public static void handle(String name, Runnable action) {
        try {
            Signal.named(name).handle(Signal.handler(action));
        } catch (ReflectiveOperationException e) {
            throw fault(name, e);
        }
    }

    /**
     * Handles a signal, unless whoever started this process had it ignored, as {@code nohup} does: then it stays so.
     *
     * @param name without its SIG, for instance {@code HUP}
     * @param action run on a thread of its own at each arrival
     * @throws IllegalStateException if this virtual machine has no such signal
     */
    public static void handleUnlessIgnored(String name, Runnable action) {
        try {
            Signal signal = Signal.named(name);
            Object before = signal.handle(Signal.handler(action));
            if (Signal.ignored().equals(before)) {
                signal.handle(before);
            }
        } catch (ReflectiveOperationException e) {
            throw fault(name, e);
        }
    }

    private static IllegalStateException fault(String name, ReflectiveOperationException e) {
        return new IllegalStateException(
                "SIG" + name + " can't be handled",
                e instanceof InvocationTargetException thrown ? thrown.getCause() : e);
    }

    /** One signal of the virtual machine. */
    private record Signal(Object signal) {

        static Signal named(String name) throws ReflectiveOperationException {
            return new Signal(type().getConstructor(String.class).newInstance(name));
        }

        private static Class<?> type() throws ClassNotFoundException {
            return Class.forName("sun.misc.Signal");
        }

        private static Class<?> handlerType() throws ClassNotFoundException {
            return Class.forName("sun.misc.SignalHandler");
        }

        static Object ignored() throws ReflectiveOperationException {
            return handlerType().getField("SIG_IGN").get(null);
        }

        static Object handler(Runnable action) throws ClassNotFoundException {
            return Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlerType()}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
        }

        /** The handler that there was. */
        Object handle(Object handler) throws ReflectiveOperationException {
            return type().getMethod("handle", type(), handlerType()).invoke(null, signal, handler);
        }
    }
}
