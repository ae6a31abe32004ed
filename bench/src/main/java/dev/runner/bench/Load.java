package dev.runner.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Clients that all call at once, each from a thread of its own. A call that fails ends the measurement. */
final class Load implements AutoCloseable {
    /** One thing done, start to end. */
    interface Call {
        void run() throws Exception;
    }

    private final ExecutorService threads;

    Load(int clients) {
        this.threads = Executors.newFixedThreadPool(clients);
    }

    /** Calls per second when each client calls again as soon as it has its answer. */
    double perSecond(List<Call> clients, Duration time) throws InterruptedException {
        long started = System.nanoTime();
        long calls = all(clients, (client, _) -> () -> {
                    long count = 0;
                    while (System.nanoTime() - started < time.toNanos()) {
                        client.run();
                        count++;
                    }
                    return count;
                })
                .stream()
                .mapToLong(count -> count)
                .sum();
        return calls / secondsSince(started);
    }

    /** Seconds that each client spends on a call, when each makes so many. */
    double secondsEach(List<Call> clients, int calls) throws InterruptedException {
        long started = System.nanoTime();
        all(clients, (client, _) -> () -> {
            for (int i = 0; i < calls; i++) {
                client.run();
            }
            return calls;
        });
        return secondsSince(started) / calls;
    }

    /**
     * Seconds of every call, sorted, when calls come at a fixed pace whether or not earlier ones are answered: a call
     * that has to wait for its client counts from the moment it was due, or a stall would hide all it holds up.
     */
    double[] paced(List<Call> clients, double perSecond, Duration time) throws InterruptedException {
        double gap = 1e9 / perSecond;
        int calls = (int) (time.toNanos() / gap / clients.size());
        long started = System.nanoTime();
        List<double[]> all = all(clients, (client, number) -> () -> {
            var seconds = new double[calls];
            for (int i = 0; i < calls; i++) {
                long due = started + (long) (gap * ((double) i * clients.size() + number));
                for (long left; (left = due - System.nanoTime()) > 0; ) {
                    LockSupport.parkNanos(left);
                }
                client.run();
                seconds[i] = secondsSince(due);
            }
            return seconds;
        });
        return all.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    }

    private interface Work<T> {
        Callable<T> of(Call client, int number);
    }

    private <T> List<T> all(List<Call> clients, Work<T> work) throws InterruptedException {
        var started = new ArrayList<Future<T>>();
        for (int i = 0; i < clients.size(); i++) {
            started.add(threads.submit(work.of(clients.get(i), i)));
        }
        var results = new ArrayList<T>();
        for (var future : started) {
            try {
                results.add(future.get());
            } catch (ExecutionException e) {
                threads.shutdownNow();
                throw new IllegalStateException("a client failed", e.getCause());
            }
        }
        return results;
    }

    private static double secondsSince(long started) {
        return (System.nanoTime() - started) / 1e9;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
