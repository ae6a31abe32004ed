package dev.runner.stats;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Statistics that many screens ask for at once. Each question is put to the database by one caller at a time, the others
 * wait for the answer; and an answer is kept for a moment, longer the more it cost. However many look, a question takes
 * no more than a twentieth of one connection. Thread-safe.
 */
public final class StatsCache {
    private static final Duration KEPT = Duration.ofSeconds(2);
    private static final int KEPT_FOR_TIMES_ITS_COST = 20;
    /** Every script of a large whitelist with every range; keys are bounded, because anybody may ask for any text. */
    private static final int MOST_ANSWERS = 256;

    private final Source source;
    private final LongSupplier nanos;
    /** The longest known first. */
    private final Map<Question, Answer> answers = new LinkedHashMap<>();

    /** Where figures come from. */
    @FunctionalInterface
    public interface Source {
        Stats read(StatsRange range, @Nullable String scriptKey);
    }

    private record Question(StatsRange range, @Nullable String scriptKey) {}

    public StatsCache(StatsStore store) {
        this(store::read, System::nanoTime);
    }

    StatsCache(Source source, LongSupplier nanos) {
        this.source = source;
        this.nanos = nanos;
    }

    /** Figures that are a few seconds old at most. Fails as the database does; a failure is not kept. */
    public Stats read(StatsRange range, @Nullable String scriptKey) {
        var question = new Question(range, scriptKey);
        Answer mine;
        Answer answer;
        synchronized (answers) {
            answer = answers.get(question);
            mine = new Answer(question);
            if (answer == null || answer.isOver()) {
                // Taken out first: a map that keeps the order of insertion would leave it where it was.
                answers.remove(question);
                answers.put(question, mine);
                if (answers.size() > MOST_ANSWERS) {
                    answers.remove(answers.keySet().iterator().next());
                }
                answer = mine;
            }
        }
        if (answer == mine) {
            mine.find();
        }
        return answer.get();
    }

    /** An answer that somebody is looking for, or has found. */
    private final class Answer {
        private final FutureTask<Stats> task;
        private volatile @Nullable Long goodUntil;

        Answer(Question question) {
            this.task = new FutureTask<>(() -> source.read(question.range(), question.scriptKey()));
        }

        void find() {
            long begun = nanos.getAsLong();
            task.run();
            long ended = nanos.getAsLong();
            boolean found = task.state() == Future.State.SUCCESS;
            long kept = found ? Math.max(KEPT.toNanos(), (ended - begun) * KEPT_FOR_TIMES_ITS_COST) : 0;
            goodUntil = ended + kept;
        }

        boolean isOver() {
            Long until = goodUntil;
            return until != null && nanos.getAsLong() - until >= 0;
        }

        Stats get() {
            try {
                return task.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw new IllegalStateException("statistics could not be read", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for statistics", e);
            }
        }
    }
}
