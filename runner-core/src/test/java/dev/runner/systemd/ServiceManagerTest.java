package dev.runner.systemd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.testing.DatagramInbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceManagerTest {
    @TempDir
    Path folder;

    @Test
    void says_that_it_is_ready_alive_and_stopping_in_this_order() throws Exception {
        String address = folder.resolve("notify").toString();
        try (var inbox = new DatagramInbox(address);
                var manager = ServiceManager.of(Map.of("NOTIFY_SOCKET", address, "WATCHDOG_USEC", "100000"))) {
            manager.ready(() -> true, () -> "2 jobs\nin hand, çok iyi");

            assertThat(inbox.next()).isEqualTo("READY=1|STATUS=2 jobs in hand, çok iyi|WATCHDOG=1|");
            assertThat(inbox.next()).isEqualTo("STATUS=2 jobs in hand, çok iyi|WATCHDOG=1|");
            assertThat(inbox.next()).isEqualTo("STATUS=2 jobs in hand, çok iyi|WATCHDOG=1|");

            manager.stopping();
            String last = inbox.next();
            while (last != null && last.contains("WATCHDOG=1")) {
                last = inbox.next();
            }
            assertThat(last).isEqualTo("STOPPING=1|STATUS=stopping|");
        }
    }

    @Test
    void gives_no_sign_of_life_while_nothing_gets_on() throws Exception {
        String address = folder.resolve("notify").toString();
        var alive = new AtomicBoolean(false);
        try (var inbox = new DatagramInbox(address);
                var manager = ServiceManager.of(Map.of("NOTIFY_SOCKET", address, "WATCHDOG_USEC", "20000"))) {
            manager.ready(alive::get, () -> "x");

            assertThat(inbox.next()).isEqualTo("READY=1|STATUS=x|");
            assertThat(inbox.next()).isEqualTo("STATUS=x|");

            alive.set(true);
            String message = inbox.next();
            while ("STATUS=x|".equals(message)) {
                message = inbox.next();
            }
            assertThat(message).isEqualTo("STATUS=x|WATCHDOG=1|");
        }
    }

    @Test
    void speaks_to_an_abstract_socket() throws Exception {
        String address = "@runner-test-" + UUID.randomUUID();
        try (var inbox = new DatagramInbox(address);
                var manager = ServiceManager.of(Map.of("NOTIFY_SOCKET", address))) {
            manager.ready(() -> true, () -> "fine");

            assertThat(inbox.next()).as("no watchdog is asked for").isEqualTo("READY=1|STATUS=fine|");
        }
    }

    @Test
    void a_manager_that_is_gone_or_was_never_there_harms_nobody() {
        for (var variables : new Map[] {
            Map.of(),
            Map.of("NOTIFY_SOCKET", ""),
            Map.of("NOTIFY_SOCKET", "relative"),
            Map.of("NOTIFY_SOCKET", folder.resolve("nobody").toString())
        }) {
            @SuppressWarnings("unchecked")
            Map<String, String> typed = variables;
            try (var manager = ServiceManager.of(typed)) {
                manager.ready(() -> true, () -> "x");
                manager.stopping();
            }
        }
    }

    @Test
    void a_socket_tells_when_it_could_not_send() {
        var socket = new NotifySocket(folder.resolve("nobody").toString());

        assertThatThrownBy(() -> socket.send("READY=1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("error 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "x", "tcp:1", "/this/path/is/longer/than/a/socket/can/be/called/"})
    void an_address_must_be_a_path_or_an_abstract_name(String address) {
        String tried = address.endsWith("called/") ? address + "x".repeat(100) : address;

        assertThatThrownBy(() -> new NotifySocket(tried)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_watchdog_counts_only_if_it_is_meant_for_this_process() {
        assertThat(ServiceManager.watchdog(Map.of("WATCHDOG_USEC", "60000000", "WATCHDOG_PID", "7"), 7))
                .isEqualTo(Duration.ofMinutes(1));
        assertThat(ServiceManager.watchdog(Map.of("WATCHDOG_USEC", "60000000"), 7))
                .isEqualTo(Duration.ofMinutes(1));
        assertThat(ServiceManager.watchdog(Map.of("WATCHDOG_USEC", "60000000", "WATCHDOG_PID", "8"), 7))
                .isNull();
        assertThat(ServiceManager.watchdog(Map.of("WATCHDOG_USEC", "soon"), 7)).isNull();
        assertThat(ServiceManager.watchdog(Map.of(), 7)).isNull();
    }

    @Test
    void a_note_is_a_file_in_the_runtime_directory() throws IOException {
        try (var manager = ServiceManager.of(Map.of("RUNTIME_DIRECTORY", folder.toString()))) {
            assertThat(manager.hasNote("end-jobs")).isFalse();

            Files.createFile(folder.resolve("end-jobs"));

            assertThat(manager.hasNote("end-jobs")).isTrue();
        }
        try (var none = ServiceManager.of(Map.of())) {
            assertThat(none.hasNote("end-jobs")).isFalse();
        }
    }
}
