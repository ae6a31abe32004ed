package dev.runner.api.auth;

import com.auth0.jwk.InvalidPublicKeyException;
import com.auth0.jwk.Jwk;
import com.auth0.jwt.algorithms.Algorithm;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.runner.registry.StrictJson;
import java.io.IOException;
import java.security.PublicKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of a set that its owner rotates. Thread-safe.
 *
 * <p>The set is kept whole and read again when it is old, or when a token names a key that is not in it, but not more
 * often than once in a pause. (The library's own cache asks for each unknown key and gives up when a rate limit is
 * reached: whoever sends tokens with invented key ids could so keep everybody out.) While the set cannot be read, the
 * last one stays good for a day.
 */
final class JwksKeys implements SigningKeys {
    private static final Logger log = LoggerFactory.getLogger(JwksKeys.class);
    /** How long a key that was taken out of the set is still accepted. */
    private static final Duration FRESH = Duration.ofMinutes(5);

    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final Duration USABLE = Duration.ofDays(1);

    private final JwksReader reader;
    private final JwtAlgorithm algorithm;
    private final LongSupplier nanoTime;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable KeySet current;
    private volatile @Nullable Long lastAttempt;

    JwksKeys(JwksReader reader, JwtAlgorithm algorithm) {
        this(reader, algorithm, System::nanoTime);
    }

    JwksKeys(JwksReader reader, JwtAlgorithm algorithm, LongSupplier nanoTime) {
        this.reader = reader;
        this.algorithm = algorithm;
        this.nanoTime = nanoTime;
    }

    private record KeySet(
            Map<String, Algorithm> byId, @Nullable Algorithm only, long readAt) {
        @Nullable
        Algorithm find(@Nullable String keyId) {
            return keyId == null ? only : byId.get(keyId);
        }
    }

    @Override
    public @Nullable Algorithm find(@Nullable String keyId) {
        KeySet known = current;
        if (known != null && age(known.readAt()).compareTo(FRESH) < 0 && known.find(keyId) != null) {
            return known.find(keyId);
        }
        boolean hasKey = known != null && known.find(keyId) != null;
        refresh(known, !hasKey);
        KeySet now = current;
        if (now == null || age(now.readAt()).compareTo(USABLE) > 0) {
            throw new KeysUnavailableException("the identity provider's keys could not be read");
        }
        return now.find(keyId);
    }

    /** One reads; the others go on with the key they have, or wait for what it finds. */
    private void refresh(@Nullable KeySet seen, boolean wait) {
        if (wait) {
            reading.lock();
        } else if (!reading.tryLock()) {
            return;
        }
        try {
            Long last = lastAttempt;
            boolean justTried = last != null && age(last).compareTo(PAUSE) < 0;
            if (current != seen || justTried) {
                return;
            }
            lastAttempt = nanoTime.getAsLong();
            current = parse(reader.read());
        } catch (IOException e) {
            log.warn("the key set of the identity provider could not be read: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            reading.unlock();
        }
    }

    private KeySet parse(byte[] document) throws IOException {
        JsonNode keys = StrictJson.mapper().readTree(document).path("keys");
        if (!keys.isArray()) {
            throw new IOException("the document has no list of keys");
        }
        Map<String, Algorithm> byId = new HashMap<>();
        Algorithm only = null;
        int usable = 0;
        for (JsonNode key : keys) {
            Algorithm found = usable(key);
            if (found != null) {
                usable++;
                only = found;
                byId.put(key.path("kid").asText(), found);
            }
        }
        return new KeySet(byId, usable == 1 ? only : null, nanoTime.getAsLong());
    }

    /** A set may hold keys for other purposes and of kinds we do not know; they are passed over, not refused. */
    private @Nullable Algorithm usable(JsonNode node) {
        String use = node.path("use").asText("sig");
        String named = node.path("alg").asText(algorithm.name());
        if (!node.isObject() || !use.equals("sig") || !named.equals(algorithm.name())) {
            return null;
        }
        try {
            Map<String, Object> values =
                    StrictJson.mapper().convertValue(node, new TypeReference<Map<String, Object>>() {});
            PublicKey key = Jwk.fromValues(values).getPublicKey();
            return key != null && algorithm.fits(key) ? algorithm.verifying(key) : null;
        } catch (InvalidPublicKeyException | IllegalArgumentException e) {
            log.debug("a key of the identity provider's set was passed over: {}", e.toString());
            return null;
        }
    }

    private Duration age(long since) {
        return Duration.ofNanos(nanoTime.getAsLong() - since);
    }
}
