package io.ethryx.discovery;

/** What a key was found to be. */
sealed interface KeyReading {

    /** A part of the topology. */
    record Entry(TopologyKey key) implements KeyReading {}

    /** Of no concern for the topology. */
    record Foreign() implements KeyReading {}

    /**
     * Meant for the topology, and wrong.
     *
     * @param rule what a key has to be
     */
    record Broken(String rule) implements KeyReading {}

    /** The one foreign key. */
    KeyReading FOREIGN = new Foreign();
}
