package dev.runner.api;

import dev.runner.account.FirstLogin;
import dev.runner.account.Passwords;
import dev.runner.config.ConfigException;
import dev.runner.db.Databases;
import dev.runner.log.LogWarmUp;
import dev.runner.startup.OwnProcess;
import dev.runner.startup.StartupChecks;
import dev.runner.startup.StartupOutcome;
import dev.runner.systemd.ServiceManager;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.net.BindException;
import java.util.List;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code runner-api}: serves until it is told to stop. Settings come from the environment. */
public final class ApiMain {
    private static final String HELP = """
            usage: runner-api [serve | check | first-login | help]

              serve         checks everything the server rests on, then serves (the default)
              check         only checks; lists all problems and ends with code 1 if there are any
              first-login   creates the user admin with a generated password if there is no user yet, and prints both
              help          prints this

            Settings are environment variables; .env.example explains each.""";

    private ApiMain() {}

    public static void main(String[] args) throws IOException {
        OwnProcess.hide();
        String command = args.length == 0 ? "serve" : args[0];
        int code = switch (command) {
            case "serve" -> guarded(ApiMain::serve);
            case "check" -> guarded(ApiMain::check);
            case "first-login" -> guarded(ApiMain::firstLogin);
            case "help", "-h", "--help" -> {
                System.out.println(HELP);
                yield 0;
            }
            default -> {
                System.err.println("runner-api: there is no command '%s'".formatted(command));
                System.err.println(HELP);
                yield 2;
            }
        };
        if (code != 0) {
            System.exit(code);
        }
    }

    private interface Command {
        int run(ApiConfig config) throws IOException;
    }

    private static int guarded(Command command) throws IOException {
        try {
            return command.run(ApiConfig.load(System.getenv()));
        } catch (ConfigException e) {
            return refuse(e.problems());
        } catch (DataAccessException e) {
            // The database went away, or was not there for a command that asks it without checks.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return refuse(List.of("database: " + cause.getMessage()));
        } catch (BindException | JavalinBindException e) {
            return refuse(List.of("RUNNER_API_HOST and RUNNER_API_PORT, or RUNNER_MANAGEMENT_HOST and"
                    + " RUNNER_MANAGEMENT_PORT, name an address that is taken or not of this machine"));
        }
    }

    private static int refuse(List<String> problems) {
        System.err.println("runner-api cannot start:");
        problems.forEach(problem -> System.err.println("  - " + problem));
        return 1;
    }

    private static StartupOutcome checks(ApiConfig config) {
        var installation = config.installation();
        return StartupChecks.run(
                installation.registry(),
                installation.logDirectory(),
                installation.repos(),
                Databases.single(installation.database(), "runner-api-check"));
    }

    private static int check(ApiConfig config) {
        return switch (checks(config)) {
            case StartupOutcome.Ready ready -> {
                System.out.println("everything is in order, %d scripts may run"
                        .formatted(ready.registry().scripts().size()));
                yield 0;
            }
            case StartupOutcome.Refused refused -> refuse(refused.problems());
        };
    }

    private static int serve(ApiConfig config) throws IOException {
        return switch (checks(config)) {
            case StartupOutcome.Refused refused -> refuse(refused.problems());
            case StartupOutcome.Ready ready -> {
                ApiServer server = ApiServer.start(config, ready.registry());
                LogWarmUp.start();
                var manager = ServiceManager.of(System.getenv());
                Runtime.getRuntime()
                        .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> {
                            manager.stopping();
                            server.close();
                        }));
                Logger log = LoggerFactory.getLogger(ApiMain.class);
                log.info("listening on http://{}:{}", config.host(), server.port());
                if (config.webFolder().isEmpty()) {
                    log.info("there is no front end; only the API is served");
                }
                log.info("metrics on http://{}:{}/metrics", config.managementHost(), server.managementPort());
                manager.ready(new SelfProbe(config.host(), server.port())::answers, () -> "serving");
                yield 0;
            }
        };
    }

    private static int firstLogin(ApiConfig config) {
        new FirstLogin(
                        Databases.dsl(Databases.single(config.installation().database(), "runner-api-first-login")),
                        Passwords.standard())
                .printTo(System.out);
        return 0;
    }
}
