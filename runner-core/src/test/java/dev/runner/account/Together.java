package dev.runner.account;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Runs the same thing many times at once. */
final class Together {
    private Together() {}

    static <T> List<T> run(int times, IntFunction<T> what) throws Exception {
        var go = new CountDownLatch(1);
        try (var threads = Executors.newFixedThreadPool(times)) {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                int number = i;
                futures.add(threads.submit(() -> {
                    go.await();
                    return what.apply(number);
                }));
            }
            go.countDown();
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        }
    }
}
