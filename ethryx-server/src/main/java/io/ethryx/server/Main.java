package io.ethryx.server;

/** The program's entry point. */
public final class Main {

    private Main() {}

    /**
     * Runs the command that the arguments name.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        System.exit(2);
    }
}
