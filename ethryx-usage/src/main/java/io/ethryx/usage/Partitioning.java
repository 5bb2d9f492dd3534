package io.ethryx.usage;

/** Which partition of its topic a client's records go to. */
public enum Partitioning {

    /**
     * By the 32-bit FNV-1a hash of the key, as Sarama and kafka-go spread keys: the records of a client stay where the reference
     * put them.
     */
    FNV1A,

    /** As Kafka's own Java clients spread keys, by murmur2. */
    MURMUR2
}
