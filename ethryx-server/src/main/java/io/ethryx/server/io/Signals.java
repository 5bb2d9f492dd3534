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
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("SIG" + name + " can't be handled", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("SIG" + name + " can't be handled", e);
        }
    }
}
