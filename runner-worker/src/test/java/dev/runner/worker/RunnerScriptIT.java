package dev.runner.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The {@code runner} script of the root, in a folder where programs and Maven are stand-ins that tell what they see. */
class RunnerScriptIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Answers /readyz as the API would, and tells when it is stopped. */
    private static final String API = """
            #!/bin/sh
            [ "${1:-}" != first-login ] || { echo "username: admin"; echo "password: generated"; exit 0; }
            server=
            trap 'echo api >>"$STOPS"; [ -z "$server" ] || { kill $server; wait $server; }; exit 0' TERM
            # Whoever sees that everything is ready may stop the worker: it must be able to tell of that by then.
            until [ -e "$STOPS.worker" ]; do sleep 0.1; done
            mkdir -p "$STOPS.www" && : >"$STOPS.www/readyz"
            "$JAVA_HOME/bin/jwebserver" -b 127.0.0.1 -p "$RUNNER_API_PORT" -d "$STOPS.www" &
            server=$!
            wait
            """;

    private static final String WORKER = """
            #!/bin/sh
            [ "$1" != migrate ] || { echo migrated; exit 0; }
            [ "$1" = run ] || { env | grep ^RUNNER_ | sort; exit 7; }
            trap 'echo worker >>"$STOPS"; exit 0' TERM
            : >"$STOPS.worker"
            while :; do sleep 1; done
            """;

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private final List<Process> started = new ArrayList<>();

    private record Ended(int code, String output) {
        String lastLine() {
            return output.lines().reduce("", (before, line) -> line);
        }
    }

    @BeforeEach
    void a_folder_that_is_built() throws IOException {
        executable("runner", Files.readString(ROOT.resolve("runner")));
        executable(".ci/run", Files.readString(ROOT.resolve(".ci/run")));
        executable("runner-api/target/runner-api/bin/runner-api", API);
        executable("runner-worker/target/runner-worker/bin/runner-worker", WORKER);
        Files.createDirectories(folder.resolve("db/target/dev-server/lib"));
        for (String source : List.of("pom.xml", ".mvn/x", "db/pom.xml", "db/src/x")) {
            executable(source, "");
        }
        executable("runner-api/src/main/dist/bin/x", "#!/bin/sh\n");
        try (Stream<Path> jars = Files.list(ROOT.resolve("db/target"))) {
            Path jar = jars.filter(file -> file.toString().endsWith("-SNAPSHOT.jar"))
                    .findFirst()
                    .orElseThrow();
            Files.copy(jar, folder.resolve("db/target/runner-db-1.jar"));
        }
        executable("target/runner-build.stamp", "");
        environment.put("PATH", folder.resolve("tools") + ":" + System.getenv("PATH"));
        environment.put("HOME", folder.toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("STOPS", folder.resolve("stops").toString());
        environment.put("RUNNER_DATABASE_URL", "jdbc:postgresql://elsewhere/runner");
    }

    @AfterEach
    void nothing_is_left() throws Exception {
        for (Process process : started) {
            process.destroy();
            process.waitFor();
        }
    }

    @Test
    void help_is_an_answer_and_everything_unknown_a_mistake() throws Exception {
        assertThat(run("help").code()).isZero();
        assertThat(run("-h").output()).contains("Usage: ./runner <command>");
        assertThat(run().code()).isEqualTo(2);
        assertThat(run("fly")).satisfies(ended -> {
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.output())
                    .startsWith("runner: 'fly' is not a command")
                    .contains("Usage:");
        });
    }

    @Test
    void the_env_file_is_read_and_not_run_and_the_environment_wins() throws Exception {
        Files.writeString(folder.resolve(".env"), """
                # a comment
                RUNNER_REGISTRY="/a b/$(touch pwned)/runner.yml"
                RUNNER_ALLOWED_REPO_PATHS=["/x", "/y"]
                RUNNER_API_PORT=1111
                RUNNER_JWT_ISSUER=
                """);
        environment.put("RUNNER_API_PORT", "2222");

        Ended ended = run("worker", "check");

        assertThat(ended.code()).isEqualTo(7);
        assertThat(ended.output().lines())
                .contains(
                        "RUNNER_REGISTRY=/a b/$(touch pwned)/runner.yml",
                        "RUNNER_ALLOWED_REPO_PATHS=[\"/x\", \"/y\"]",
                        "RUNNER_API_PORT=2222",
                        "RUNNER_LOG_DIR=%s/.runner/job-logs".formatted(folder.toRealPath()))
                .noneMatch(line -> line.startsWith("RUNNER_JWT_ISSUER"))
                .anyMatch(line -> line.matches("RUNNER_JWT_SECRET=[0-9a-f]{64}"));
        assertThat(folder.resolve("pwned")).doesNotExist();
        assertThat(Files.getPosixFilePermissions(folder.resolve(".runner/secrets/jwt")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void a_line_that_is_no_assignment_is_named() throws Exception {
        Files.writeString(folder.resolve(".env"), "RUNNER_API_PORT=1\nnonsense\n");

        assertThat(run("worker", "check").output()).contains("runner: .env line 2 is not NAME=value");
    }

    @Test
    void tests_are_counted_from_their_reports() throws Exception {
        maven("""
                report() { mkdir -p "$1" && printf '<testsuite name="x" tests="%s" errors="%s" skipped="%s" failures="%s">\\n' "$2" "$3" "$4" "$5" >"$1/TEST-x.xml"; }
                report db/target/surefire-reports 10 0 1 0
                report db/target/failsafe-reports 5 0 0 0
                """);
        stale("runner-api/target/surefire-reports/TEST-old.xml");

        assertThat(execute(folder.resolve(".ci/run").toString())).satisfies(ended -> {
            assertThat(ended.lastLine()).isEqualTo("14 passed, 0 failed, 1 skipped");
            assertThat(ended.code()).isZero();
        });
    }

    @Test
    void failed_tests_and_a_failed_build_and_no_tests_at_all_are_failures() throws Exception {
        maven("""
                mkdir -p db/target/surefire-reports
                printf '<testsuite tests="3" errors="1" skipped="0" failures="1">\\n' >db/target/surefire-reports/TEST-x.xml
                echo '[ERROR]   XTest.is_right:12 expected 1'
                """);
        assertThat(run("test")).satisfies(ended -> {
            assertThat(ended.lastLine()).isEqualTo("1 passed, 2 failed, 0 skipped");
            assertThat(ended.output()).contains("XTest.is_right:12 expected 1");
            assertThat(ended.code()).isNotZero();
        });

        maven("echo '[ERROR] X.java:[1,2] cannot find symbol'; exit 1\n");
        assertThat(run("test")).satisfies(ended -> {
            assertThat(ended.lastLine()).isEqualTo("0 passed, 1 failed, 0 skipped");
            assertThat(ended.output()).contains("cannot find symbol");
            assertThat(ended.code()).isNotZero();
        });

        maven("exit 0\n");
        assertThat(run("test")).satisfies(ended -> {
            assertThat(ended.lastLine()).isEqualTo("0 passed, 1 failed, 0 skipped");
            assertThat(ended.code()).isNotZero();
        });
    }

    @Test
    void a_build_is_made_only_when_a_source_is_newer() throws Exception {
        maven("echo built >>\"$STOPS\"; exit 1\n");

        assertThat(run("build").code()).isZero();
        assertThat(folder.resolve("stops")).doesNotExist();

        executable("runner-api/src/main/New.java", "");
        assertThat(run("build").code()).isEqualTo(1);
        assertThat(folder.resolve("stops")).exists();
    }

    @Test
    void up_tells_the_login_refuses_a_second_one_and_stops_in_order() throws Exception {
        freePorts();
        Process up = up("first.log");

        assertThat(log("first.log")).contains("username: admin").contains("password: generated");
        assertThat(run("up").output()).contains("already running in this folder (process " + up.pid() + ")");

        up.destroy();
        assertThat(up.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(up.exitValue()).isZero();
        assertThat(Files.readAllLines(folder.resolve("stops"))).containsExactly("worker", "api");
    }

    @Test
    void up_stops_what_a_killed_one_left_and_starts_anew() throws Exception {
        freePorts();
        Process killed = up("first.log");
        killed.destroyForcibly().waitFor();

        Process next = up("second.log");

        assertThat(log("second.log")).contains("stopping the worker").contains("stopping the api");
        assertThat(Files.readAllLines(folder.resolve("stops"))).containsExactly("worker", "api");
        next.destroy();
        assertThat(next.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void up_tells_which_process_died_and_stops_the_others() throws Exception {
        freePorts();
        Process up = up("first.log");
        String worker =
                Files.readString(folder.resolve(".runner/run/worker.pid")).split(" ", 2)[0];

        assertThat(execute("kill", "-9", worker).code()).isZero();

        assertThat(up.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(up.exitValue()).isEqualTo(1);
        assertThat(log("first.log")).contains("the worker stopped by itself");
        assertThat(Files.readAllLines(folder.resolve("stops"))).containsExactly("api");
    }

    @Test
    void up_names_a_port_that_is_taken() throws Exception {
        freePorts();
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            environment.put("RUNNER_API_PORT", String.valueOf(other.getLocalPort()));

            assertThat(run("up").output())
                    .contains(
                            "port %d is taken by another program; set RUNNER_API_PORT".formatted(other.getLocalPort()));
        }
    }

    @Test
    void compose_makes_secrets_once_and_tells_the_login() throws Exception {
        executable("tools/docker", """
                #!/bin/sh
                echo "$@" >>"$STOPS"
                case "$*" in *first-login) echo "username: admin"; echo "password: generated" ;; esac
                """);

        assertThat(run("compose", "up")).satisfies(ended -> {
            assertThat(ended.code()).as(ended.output()).isZero();
            assertThat(ended.output()).contains("http://127.0.0.1:8000").contains("password: generated");
        });
        String secrets = Files.readString(folder.resolve(".env"));
        assertThat(secrets.lines())
                .satisfiesExactly(
                        line -> assertThat(line).matches("POSTGRES_PASSWORD=[0-9a-f]{64}"),
                        line -> assertThat(line).matches("RUNNER_JWT_SECRET=[0-9a-f]{64}"));
        assertThat(Files.getPosixFilePermissions(folder.resolve(".env")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));

        assertThat(run("compose", "logs", "db").code()).isZero();
        assertThat(Files.readString(folder.resolve(".env"))).isEqualTo(secrets);
        assertThat(Files.readAllLines(folder.resolve("stops")))
                .contains("compose build", "compose up -d")
                .endsWith("compose logs db");
    }

    private void freePorts() throws IOException {
        for (String name : List.of("RUNNER_API_PORT", "RUNNER_MANAGEMENT_PORT")) {
            try (var socket = new ServerSocket(0)) {
                environment.put(name, String.valueOf(socket.getLocalPort()));
            }
        }
    }

    private Process up(String log) throws Exception {
        Process up = builder(folder.resolve("runner").toString(), "up")
                .redirectOutput(folder.resolve(log).toFile())
                .start();
        started.add(up);
        while (!log(log).contains("Ctrl-C stops everything")) {
            assertThat(up.waitFor(100, TimeUnit.MILLISECONDS)).as(log(log)).isFalse();
        }
        return up;
    }

    private String log(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private void maven(String script) throws IOException {
        executable("tools/mvn", "#!/bin/sh\n" + script);
    }

    private void stale(String report) throws IOException {
        executable(report, "<testsuite tests=\"100\" errors=\"0\" skipped=\"0\" failures=\"100\">\n");
    }

    private Ended run(String... arguments) throws Exception {
        return execute(Stream.concat(Stream.of(folder.resolve("runner").toString()), Stream.of(arguments))
                .toArray(String[]::new));
    }

    private Ended execute(String... command) throws Exception {
        Path output = folder.resolve("output.log");
        Process process = builder(command).redirectOutput(output.toFile()).start();
        started.add(process);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(output));
    }

    private ProcessBuilder builder(String... command) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    private void executable(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
