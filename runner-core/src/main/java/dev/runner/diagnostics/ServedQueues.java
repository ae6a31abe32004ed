package dev.runner.diagnostics;

import dev.runner.diagnostics.Diagnostics.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The queues of which somebody takes the jobs. In exclusive mode that is the launcher alone, whatever those that stand by
 * would take.
 *
 * @param all whether every queue is served, as far as anybody knows
 */
record ServedQueues(boolean all, Set<String> names) {
    ServedQueues {
        names = Set.copyOf(names);
    }

    static ServedQueues by(List<Worker> workers) {
        List<Worker> alive = workers.stream().filter(Worker::alive).toList();
        boolean launched = alive.stream().anyMatch(Worker::launcher);
        var names = new TreeSet<String>();
        var silent = new ArrayList<Worker>();
        for (Worker worker : alive) {
            if (worker.mode().equals("exclusive") && launched && !worker.launcher()) {
                continue;
            }
            List<String> queues = worker.queues();
            if (queues == null) {
                silent.add(worker);
            } else {
                names.addAll(queues);
            }
        }
        // Without any worker nothing runs, and that is another problem than a queue's.
        return new ServedQueues(alive.isEmpty() || !silent.isEmpty(), names);
    }

    String[] array() {
        return names.toArray(String[]::new);
    }
}
