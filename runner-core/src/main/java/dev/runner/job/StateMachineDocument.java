package dev.runner.job;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes {@code docs/state-machine.md} from the table of moves; a test keeps the file equal to it. */
public final class StateMachineDocument {
    private StateMachineDocument() {}

    public static String markdown() {
        return """
                # The state machine of a job

                Generated from `dev.runner.job.Transition`. Do not edit: change the table, then run
                `./runner test -Drunner.docs.write=true` once.

                ```mermaid
                stateDiagram-v2
                    [*] --> queued
                %s%s```

                | move | from | to | who | when |
                | --- | --- | --- | --- | --- |
                %s
                Every move is one compare-and-set statement: it names the status it leaves, and a statement that changes no
                row was refused. The API answers a refused move with `409`; the worker records it as an event. `started_at` is set
                once, at the first start; each attempt has its own times.

                Active (they count towards the queue's size): %s. Finished: %s.
                """.formatted(
                lines(t -> "    %s --> %s: %s\n".formatted(t.from(), t.to(), name(t))),
                Arrays.stream(JobStatus.values())
                        .filter(JobStatus::isTerminal)
                        .map(s -> "    %s --> [*]\n".formatted(s))
                        .collect(Collectors.joining()),
                lines(t -> "| %s | `%s` | `%s` | %s | %s |\n"
                        .formatted(name(t), t.from(), t.to(), t.mover().name().toLowerCase(Locale.ROOT), t.meaning())),
                names(true),
                names(false));
    }

    private static String lines(java.util.function.Function<Transition, String> line) {
        return Arrays.stream(Transition.values()).map(line).collect(Collectors.joining());
    }

    private static String name(Transition transition) {
        return transition.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String names(boolean active) {
        return Arrays.stream(JobStatus.values())
                .filter(s -> s.isActive() == active)
                .map(s -> "`" + s + "`")
                .collect(Collectors.joining(", "));
    }
}
