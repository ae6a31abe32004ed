package dev.runner.api;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.fasterxml.jackson.databind.JsonNode;
import dev.runner.account.Accounts;
import dev.runner.account.LoginLimits;
import dev.runner.account.PasswordCost;
import dev.runner.account.Passwords;
import dev.runner.api.stream.StreamTimes;
import dev.runner.job.JobStatus;
import dev.runner.testing.Exposition;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Logs watched live, by a real client of a real server whose checks are due soon. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LogStreamTest {
    private static final StreamTimes SOON = new StreamTimes(
            Duration.ofMillis(20),
            Duration.ofMillis(50),
            Duration.ofSeconds(20),
            Duration.ofMillis(200),
            Duration.ofMillis(300),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofMillis(500));
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final String PASSWORD = "correct horse battery staple";

    private final TestDatabase database;
    private final TestApi api;
    private final TestJobs jobs;
    private UUID id = new UUID(0, 0);

    LogStreamTest(TestDatabase database) {
        this.database = database;
        this.api = TestApi.start(database, Map.of(), SOON);
        this.jobs = new TestJobs(database);
        accounts().users().create("eve", PASSWORD, false);
    }

    private Accounts accounts() {
        return Accounts.on(database.dataSource(), new Passwords(new PasswordCost(64, 1, 1), 1), LoginLimits.DEFAULT);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @BeforeEach
    void job() {
        id = jobs.queued("ada").id();
        jobs.put(id, JobStatus.RUNNING);
    }

    @Test
    void what_is_sent_is_what_the_pages_hold_from_any_offset() throws IOException {
        write("é key sk-0123456789 and 日本 plain\n".repeat(20_000));
        jobs.put(id, JobStatus.SUCCESS);
        String whole =
                api.as("ada").get("/api/runner/jobs/" + id + "/logs/download").text();
        byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
        for (int offset : new int[] {0, 2, 100_000, bytes.length - 1, bytes.length}) {
            int from = offset;
            while (from < bytes.length && (bytes[from] & 0xc0) == 0x80) {
                from++;
            }
            try (var stream = watch("ada", from)) {
                assertThat(stream.next().path("status").asText()).isEqualTo("success");
                if (from < bytes.length) {
                    assertThat(stream.textUpTo(bytes.length))
                            .isEqualTo(new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8));
                }
                var end = stream.next();
                assertThat(end.path("type").asText()).isEqualTo("end");
                assertThat(end.path("next_offset").asLong()).isEqualTo(bytes.length);
                assertThat(stream.code()).isEqualTo(1000);
            }
        }
    }

    @Test
    void a_log_is_followed_while_it_grows_until_its_job_has_ended() throws IOException {
        try (var stream = watch("ada", 0)) {
            assertThat(stream.next().path("status").asText()).isEqualTo("running");
            write("one\ntw");
            assertThat(stream.textUpTo(6)).isEqualTo("one\ntw");
            append("o\nthree sk-");
            var second = stream.next("log");
            assertThat(second.path("content").asText()).isEqualTo("o\nthree ");
            assertThat(second.path("row").asLong()).isEqualTo(1);
            assertThat(second.path("line").asLong()).isEqualTo(1);
            assertThat(second.path("column").asInt()).isEqualTo(2);
            append("secret\n");
            assertThat(stream.textUpTo(25)).isEqualTo("[REDACTED]\n");
            jobs.put(id, JobStatus.CANCEL_REQUESTED);
            assertThat(stream.next("status").path("status").asText()).isEqualTo("cancel_requested");
            append("bye");
            jobs.put(id, JobStatus.CANCELED);
            var rest = new ArrayList<JsonNode>();
            while (rest.isEmpty() || !rest.getLast().path("type").asText().equals("end")) {
                rest.add(stream.next());
            }
            assertThat(rest.stream()
                            .map(frame -> frame.path("content").asText())
                            .collect(joining()))
                    .isEqualTo("bye");
            assertThat(rest.getLast().path("status").asText()).isEqualTo("canceled");
            assertThat(rest.getLast().path("next_offset").asLong()).isEqualTo(28);
            assertThat(stream.code()).isEqualTo(1000);
        }
    }

    @Test
    void a_reader_who_allows_it_is_taken_near_the_end() throws IOException {
        write("0123456789\n".repeat(1_000_000));
        try (var stream = StreamClient.connect(api, id.toString())) {
            stream.say("{\"type\":\"start\",\"token\":\"%s\",\"max_behind\":65536}".formatted(TestApi.token("ada")));
            var skipped = stream.next("skipped");
            assertThat(skipped.path("from").asLong()).isZero();
            long to = skipped.path("to").asLong();
            assertThat(to).isBetween(10_900_000L, 11_000_000L).matches(offset -> offset % 11 == 0);
            var first = stream.next("log");
            assertThat(first.path("offset").asLong()).isEqualTo(to);
            assertThat(first.path("row").asLong()).isEqualTo(to / 11);
            assertThat(first.path("column").asInt()).isZero();
        }
    }

    @Test
    void a_token_in_the_header_is_as_good() throws IOException {
        write("text\n");
        try (var stream = StreamClient.connectWithHeader(api, id.toString(), TestApi.token("ada"))) {
            assertThat(stream.say("{\"type\":\"start\"}").textUpTo(5)).isEqualTo("text\n");
        }
    }

    @Test
    void nobody_watches_without_a_valid_token() throws IOException {
        write("text\n");
        String expired = JWT.create()
                .withSubject("ada")
                .withExpiresAt(Instant.parse("2020-01-01T00:00:00Z"))
                .sign(Algorithm.HMAC256(TestApi.SECRET));
        String forged = JWT.create().withSubject("ada").sign(Algorithm.HMAC256("another-secret-of-the-same-length"));
        for (String token : List.of("", "x", "rnr_unknown", expired, forged)) {
            try (var stream = StreamClient.connect(api, id.toString())) {
                assertThat(stream.start(token, 0).code()).as(token).isEqualTo(4401);
                assertThat(stream.rest()).isEmpty();
            }
        }
        try (var stream = StreamClient.connect(api, id.toString())) {
            assertThat(stream.say("{\"type\":\"start\"}").code()).isEqualTo(4401);
        }
    }

    @Test
    void a_stream_ends_with_its_token() {
        String token =
                created("/api/auth/tokens", "{\"name\":\"n\"}").path("token").asText();
        try (var stream = StreamClient.connect(api, id.toString())) {
            stream.start(token, 0).next("status");
            String tokenId = api.as("ada")
                    .get("/api/auth/tokens")
                    .json()
                    .path("items")
                    .path(0)
                    .path("id")
                    .asText();
            api.as("ada")
                    .send(java.net.http.HttpRequest.newBuilder(api.uri("/api/auth/tokens/" + tokenId))
                            .DELETE());
            assertThat(stream.code()).isEqualTo(4401);
        }
    }

    @Test
    void a_stream_ends_with_its_session_and_with_its_user() {
        String token = login();
        try (var stream = StreamClient.connect(api, id.toString())) {
            stream.start(token, 0).next("status");
            api.anonymous().with("Authorization", "Bearer " + token).post("/api/auth/logout", "");
            assertThat(stream.code()).isEqualTo(4401);
        }
        try (var stream = StreamClient.connect(api, id.toString())) {
            stream.start(login(), 0).next("status");
            database.dsl().execute("UPDATE runner_users SET disabled_at = now() WHERE username = 'eve'");
            assertThat(stream.code()).isEqualTo(4401);
        } finally {
            database.dsl().execute("UPDATE runner_users SET disabled_at = NULL WHERE username = 'eve'");
        }
    }

    @Test
    void a_stream_ends_with_its_job() {
        try (var stream = watch("ada", 0)) {
            stream.next("status");
            database.dsl().execute("DELETE FROM runner_jobs WHERE id = ?", id);
            assertThat(stream.code()).isEqualTo(4404);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "start",
                "[]",
                "{}",
                "{\"type\":\"stop\"}",
                "{\"type\":\"start\",\"token\":5}",
                "{\"type\":\"start\",\"offset\":-1}",
                "{\"type\":\"start\",\"offset\":1.5}",
                "{\"type\":\"start\",\"offset\":\"0\"}",
                "{\"type\":\"start\",\"offset\":99999999999999999999}",
                "{\"type\":\"start\",\"max_behind\":100}",
                "{\"type\":\"start\",\"limit\":5}",
                "{\"type\":\"start\",\"type\":\"start\"}"
            })
    void a_message_that_is_no_start_is_refused(String message) {
        try (var stream = StreamClient.connectWithHeader(api, id.toString(), TestApi.token("ada"))) {
            assertThat(stream.say(message).code()).isEqualTo(4400);
        }
    }

    @Test
    void a_message_too_long_a_second_one_and_bytes_are_refused() throws IOException {
        write("é\n");
        try (var stream = StreamClient.connect(api, id.toString())) {
            assertThat(stream.start("x".repeat(30_000), 0).code()).isEqualTo(4400);
        }
        try (var stream = watch("ada", 0)) {
            stream.next("status");
            assertThat(stream.start(TestApi.token("ada"), 0).code()).isEqualTo(4400);
        }
        try (var stream = StreamClient.connect(api, id.toString())) {
            stream.sayBytes();
            assertThat(stream.code()).isEqualTo(4400);
        }
        try (var stream = watch("ada", 1)) {
            assertThat(stream.code()).as("an offset inside a character").isEqualTo(4400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"11111111-1111-1111-1111-111111111111", "1-1-1-1-1", "..%2f..%2fetc%2fpasswd"})
    void an_unknown_job_has_no_stream(String unknown) {
        try (var stream = StreamClient.connect(api, unknown)) {
            assertThat(stream.start(TestApi.token("ada"), 0).code()).isEqualTo(4404);
        }
    }

    @Test
    void whoever_says_nothing_is_sent_away() {
        var impatient = new StreamTimes(
                SOON.look(),
                SOON.status(),
                SHORT,
                SOON.recheck(),
                SOON.ping(),
                SOON.silent(),
                SOON.stalled(),
                SOON.farewell());
        try (var other = TestApi.start(database, Map.of(), impatient);
                var stream = StreamClient.connect(other, id.toString())) {
            assertThat(stream.code()).isEqualTo(4408);
        }
    }

    @Test
    void streams_are_limited_by_person_and_altogether() {
        try (var other = TestApi.start(
                        database, Map.of("RUNNER_MAX_STREAMS", "3", "RUNNER_MAX_STREAMS_PER_USER", "2"), SOON);
                var first = watch(other, "ada");
                var second = watch(other, "ada")) {
            first.next("status");
            second.next("status");
            try (var third = watch(other, "ada")) {
                assertThat(third.code()).isEqualTo(4429);
            }
            awaitStreams(other, 2);
            try (var bob = watch(other, "bob")) {
                bob.next("status");
                try (var carol = StreamClient.connect(other, id.toString())) {
                    assertThat(carol.code()).isEqualTo(1013);
                }
            }
            first.close();
            awaitStreams(other, 1);
            try (var again = watch(other, "ada")) {
                assertThat(again.next("status").path("status").asText()).isEqualTo("running");
            }
        }
    }

    @Test
    void a_server_that_stops_says_so() {
        var other = TestApi.start(database, Map.of(), SOON);
        try (var started = watch(other, "ada");
                var silent = StreamClient.connect(other, id.toString())) {
            started.next("status");
            other.close();
            assertThat(started.code()).isEqualTo(1001);
            assertThat(silent.code()).isEqualTo(1001);
        }
    }

    /** What is under way to a reader who takes nothing fits into the buffers of the connection. */
    @Test
    void a_reader_who_takes_nothing_is_given_up_and_nothing_piles_up() throws IOException {
        var impatient = new StreamTimes(
                SOON.look(),
                SOON.status(),
                SOON.start(),
                SOON.recheck(),
                SOON.ping(),
                SOON.silent(),
                SHORT,
                Duration.ofSeconds(30));
        try (var other = TestApi.start(database, Map.of(), impatient);
                var stream = StreamClient.connectWithoutTaking(other, id.toString())) {
            Files.writeString(other.logOf(id.toString()), "0123456789abcde\n".repeat(4 << 20));
            stream.start(TestApi.token("ada"), 0);
            await(other, "runner_log_stream_ends_total{reason=\"stalled\"}", 1);
            stream.takeAll();
            // The code is lost when the connection is cut before it was read.
            assertThat(stream.code()).isIn(1013, StreamClient.LOST);
            long received = stream.rest().stream()
                    .mapToLong(frame -> frame.path("content").asText().length())
                    .sum();
            assertThat(received).isPositive().isLessThan(32 << 20);
        }
    }

    /** Its machine lost power, or the network between: nothing ever tells that it is gone. */
    @Test
    void a_client_that_vanished_is_given_up_and_one_that_is_there_is_not() throws IOException {
        var attentive = new StreamTimes(
                SOON.look(),
                SOON.status(),
                SOON.start(),
                SOON.recheck(),
                Duration.ofMillis(100),
                Duration.ofSeconds(3),
                SOON.stalled(),
                SOON.farewell());
        try (var other = TestApi.start(database, Map.of("RUNNER_MAX_STREAMS_PER_USER", "2"), attentive);
                var there = watch(other, "ada");
                var vanished = DeafPeer.connect(other.server().port(), id.toString())) {
            there.next("status");
            vanished.start(TestApi.token("ada"));
            awaitStreams(other, 2);
            // Something is sent now and then, which a vanished client does not acknowledge, either.
            Files.writeString(other.logOf(id.toString()), "one\n");
            await(other, "runner_log_stream_ends_total{reason=\"silent\"}", 1);
            awaitStreams(other, 1);
            assertThat(vanished.isCutOff()).isTrue();
            Files.writeString(other.logOf(id.toString()), "two\n", StandardOpenOption.APPEND);
            assertThat(there.textUpTo(8)).isEqualTo("one\ntwo\n");
            try (var again = watch(other, "ada")) {
                assertThat(again.next("status").path("status").asText()).isEqualTo("running");
            }
        }
    }

    @Test
    void a_link_in_place_of_a_log_leads_nowhere(@TempDir Path folder) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "outside\n");
        Files.createSymbolicLink(api.logOf(id.toString()), secret);
        try (var stream = watch("ada", 0)) {
            assertThat(stream.code()).isEqualTo(1011);
            assertThat(stream.rest()).noneMatch(frame -> frame.toString().contains("outside"));
        }
    }

    @Test
    void a_log_that_becomes_a_link_is_followed_no_further(@TempDir Path folder) throws IOException {
        write("inside\n");
        try (var stream = watch("ada", 0)) {
            assertThat(stream.textUpTo(7)).isEqualTo("inside\n");
            Path secret = Files.writeString(folder.resolve("secret"), "outside and longer\n");
            Files.delete(api.logOf(id.toString()));
            Files.createSymbolicLink(api.logOf(id.toString()), secret);
            assertThat(stream.code()).isEqualTo(1011);
            assertThat(stream.rest()).noneMatch(frame -> frame.toString().contains("outside"));
        }
    }

    /** A compressor for each connection would cost more than all the rest of it. */
    @Test
    void no_compression_is_agreed_on() throws IOException {
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), api.server().port())) {
            var request = """
                    GET /api/runner/jobs/%s/logs HTTP/1.1\r
                    Host: localhost\r
                    Upgrade: websocket\r
                    Connection: Upgrade\r
                    Sec-WebSocket-Version: 13\r
                    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                    Sec-WebSocket-Extensions: permessage-deflate\r
                    \r
                    """.formatted(id);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var answer = new StringBuilder();
            while (answer.indexOf("\r\n\r\n") < 0) {
                answer.append((char) socket.getInputStream().read());
            }
            assertThat(answer.toString())
                    .startsWith("HTTP/1.1 101")
                    .doesNotContainIgnoringCase("Sec-WebSocket-Extensions");
        }
    }

    @Test
    void no_token_is_ever_logged() throws IOException {
        var appender = new ListAppender<ILoggingEvent>();
        appender.start();
        var root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        root.addAppender(appender);
        root.setLevel(Level.DEBUG);
        String token = TestApi.token("ada");
        try {
            Files.createSymbolicLink(api.logOf(id.toString()), Path.of("/dev/null"));
            try (var stream = StreamClient.connect(api, id.toString())) {
                assertThat(stream.start(token, 0).code()).isEqualTo(1011);
            }
            try (var stream = StreamClient.connect(api, id.toString())) {
                assertThat(stream.say("{\"type\":\"start\",\"token\":\"" + token + "\",\"x\":1}")
                                .code())
                        .isEqualTo(4400);
            }
            var logged = whatIsIn(appender);
            assertThat(logged)
                    .filteredOn(event -> event.getLoggerName().startsWith("dev.runner"))
                    .isNotEmpty();
            assertThat(logged)
                    .filteredOn(event -> !event.getLoggerName().startsWith("jdk."))
                    .noneMatch(event -> event.getFormattedMessage().contains(token));
        } finally {
            root.detachAppender(appender);
            root.setLevel(before);
        }
    }

    /** Other threads go on logging, and an appender writes while it is locked. */
    private static List<ILoggingEvent> whatIsIn(ListAppender<ILoggingEvent> appender) {
        synchronized (appender) {
            return List.copyOf(appender.list);
        }
    }

    private StreamClient watch(String person, long offset) {
        return StreamClient.connect(api, id.toString()).start(TestApi.token(person), offset);
    }

    private StreamClient watch(TestApi replica, String person) {
        return StreamClient.connect(replica, id.toString()).start(TestApi.token(person), 0);
    }

    private static void awaitStreams(TestApi replica, int count) {
        await(replica, "runner_log_streams", count);
    }

    /** The metrics tell what has happened; asking for them takes long enough to be no busy loop. */
    private static void await(TestApi replica, String metric, double value) {
        long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        double seen;
        do {
            seen = Exposition.scrape(replica.server().managementPort()).value(metric);
        } while (seen != value && System.nanoTime() < until);
        assertThat(seen).isEqualTo(value);
    }

    private String login() {
        var body = "{\"username\":\"eve\",\"password\":\"%s\"}".formatted(PASSWORD);
        return api.anonymous()
                .post("/api/auth/login", body)
                .json()
                .path("access_token")
                .asText();
    }

    private JsonNode created(String path, String body) {
        var answer = api.as("ada").post(path, body);
        assertThat(answer.status()).isEqualTo(201);
        return answer.json();
    }

    private void write(String text) throws IOException {
        Files.writeString(api.logOf(id.toString()), text);
    }

    private void append(String text) throws IOException {
        Files.writeString(api.logOf(id.toString()), text, StandardOpenOption.APPEND);
    }
}
