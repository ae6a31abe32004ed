package dev.runner.account;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Argon2id, with a bound on how many hashes are computed at once: each fills megabytes, so a flood of logins would
 * otherwise take the memory and all processors of a replica. Thread-safe.
 */
public final class Passwords {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SALT_BYTES = 16;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final PasswordCost cost;
    private final Semaphore slots;
    private final Duration patience;
    private final AtomicLong computed = new AtomicLong();
    private final String nobodysHash;

    public Passwords(PasswordCost cost, int concurrent) {
        this(cost, concurrent, PATIENCE);
    }

    Passwords(PasswordCost cost, int concurrent, Duration patience) {
        this.cost = cost;
        this.slots = new Semaphore(concurrent, true);
        this.patience = patience;
        this.nobodysHash = hash(Tokens.random());
    }

    /** OWASP's cost, and half the processors: the other half goes on answering requests. */
    public static Passwords standard() {
        return new Passwords(
                PasswordCost.DEFAULT, Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    /** The hash in PHC form, with its parameters and salt. */
    public String hash(String password) {
        byte[] salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        return bounded(() -> new PasswordHash(cost, salt, compute(cost, password, salt)).text());
    }

    /** Whether the password fits; without a hash it is as slow, so that the time does not tell who exists. */
    public boolean verify(String password, @Nullable String hash) {
        PasswordHash stored = PasswordHash.parse(hash == null ? nobodysHash : hash);
        byte[] computedHash = bounded(() -> compute(stored.cost(), password, stored.salt()));
        return stored.equalsBytes(computedHash) && hash != null;
    }

    private static byte[] compute(PasswordCost cost, String password, byte[] salt) {
        return Argon2Function.getInstance(
                        cost.memoryKib(), cost.iterations(), cost.parallelism(), PasswordHash.BYTES, Argon2.ID)
                .hash(bytes(password), salt)
                .getBytes();
    }

    /** How many hashes this replica has computed, wrong guesses included. */
    public long computed() {
        return computed.get();
    }

    private <T> T bounded(Supplier<T> work) {
        try {
            if (!slots.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new PasswordsBusyException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PasswordsBusyException();
        }
        try {
            computed.incrementAndGet();
            return work.get();
        } finally {
            slots.release();
        }
    }

    /** The same password typed on two keyboards may be composed differently; NIST SP 800-63B asks for one form. */
    private static byte[] bytes(String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFKC).getBytes(StandardCharsets.UTF_8);
    }
}
