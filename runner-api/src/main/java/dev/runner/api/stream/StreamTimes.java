package dev.runner.api.stream;

import java.time.Duration;

/**
 * When streams do things by themselves.
 *
 * @param look how often it is looked whether files have grown
 * @param status how often the database is asked for the statuses
 * @param start how long a client may take to say what it wants
 * @param recheck how often tokens are checked again
 * @param ping how often something is sent on a quiet connection, so that nobody on the way takes it for dead
 * @param stalled after how long a reader that takes nothing is given up
 * @param farewell how long a client may take to answer a close before it is cut off
 */
public record StreamTimes(
        Duration look,
        Duration status,
        Duration start,
        Duration recheck,
        Duration ping,
        Duration stalled,
        Duration farewell) {
    public static final StreamTimes STANDARD = new StreamTimes(
            Duration.ofMillis(150),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(25),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5));
}
