package dev.runner.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PasswordsTest {
    private static final PasswordCost CHEAP = new PasswordCost(64, 1, 1);

    @Test
    void a_hash_names_its_parameters_and_fits_only_its_password() {
        String hash = Passwords.standard().hash("correct horse battery");

        assertThat(hash).startsWith("$argon2id$v=19$m=19456,t=2,p=1$").doesNotContain("correct");
        var cheap = new Passwords(CHEAP, 1);
        assertThat(cheap.verify("correct horse battery", hash)).isTrue();
        assertThat(cheap.verify("correct horse batterz", hash)).isFalse();
    }

    @Test
    void a_hash_made_elsewhere_fits() {
        // From the reference implementation's own tests: argon2id, 64 MiB, two passes, "password" with "somesalt".
        assertThat(
                        new Passwords(CHEAP, 1)
                                .verify(
                                        "password",
                                        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"))
                .isTrue();
    }

    @Test
    void the_same_password_never_has_the_same_hash_twice() {
        var passwords = new Passwords(CHEAP, 1);
        assertThat(passwords.hash("correct horse battery")).isNotEqualTo(passwords.hash("correct horse battery"));
    }

    @Test
    void a_password_typed_in_another_composition_is_the_same() {
        var passwords = new Passwords(CHEAP, 1);
        assertThat(passwords.verify(
                        "cafe\u0301 cafe\u0301 cafe\u0301", passwords.hash("caf\u00e9 caf\u00e9 caf\u00e9")))
                .isTrue();
    }

    @Test
    void nobody_fits_but_costs_the_same_work() {
        var passwords = new Passwords(CHEAP, 1);
        long before = passwords.computed();
        assertThat(passwords.verify("correct horse battery", null)).isFalse();
        assertThat(passwords.computed()).isEqualTo(before + 1);
    }

    @Test
    void who_waits_too_long_for_a_slot_is_told_so() throws InterruptedException {
        var passwords = new Passwords(new PasswordCost(16 * 1024, 20, 1), 1, Duration.ofMillis(1));
        var started = new CountDownLatch(1);
        Thread busy = Thread.ofPlatform().start(() -> {
            started.countDown();
            passwords.hash("correct horse battery");
        });
        started.await();
        // The thread may not hold the slot yet; whichever comes second is refused while the first is at it.
        while (passwords.computed() < 2 && busy.isAlive()) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> passwords.verify("anything at all", null)).isInstanceOf(PasswordsBusyException.class);
        busy.join();
    }
}
