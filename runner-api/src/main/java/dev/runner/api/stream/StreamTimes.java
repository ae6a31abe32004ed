package dev.runner.api.stream;

import java.time.Duration;

/**
 * When streams do things by themselves.
 *
 * @param look how often it is looked whether files have grown
 * @param status how often the database is asked for the statuses
 * @param start how long a client may take to say what it wants
 * @param recheck how often tokens are checked again
 * @param ping how often a client is asked whether it is still there; it also keeps quiet connections from being taken for
 *     dead on the way
 * @param silent after how long a client that answers nothing is given up; several pings
 * @param stalled after how long a reader that takes nothing is given up
 * @param farewell how long a client may take to answer a close before it is cut off
 */
public record StreamTimes(
        Duration look,
        Duration status,
        Duration start,
        Duration recheck,
        Duration ping,
        Duration silent,
        Duration stalled,
        Duration farewell) {
    public static final StreamTimes STANDARD = new StreamTimes(
            Duration.ofMillis(150),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(20),
            Duration.ofSeconds(70),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5));
}
