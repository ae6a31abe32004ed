package dev.runner.worker.launcher;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.runner.job.Job;
import dev.runner.registry.Registry;
import dev.runner.registry.Script;
import dev.runner.registry.StrictJson;
import dev.runner.registry.Validation;
import dev.runner.repo.AllowedRepoPaths;
import dev.runner.repo.Repo;
import dev.runner.repo.Repos;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What is to be started for a job, checked once more against whitelist and allowlist: a row may have been tampered with. */
sealed interface LaunchPlan {
    record Allowed(Script script, List<String> argv, Path workingDirectory) implements LaunchPlan {}

    /** Nothing may be started, for a reason that is fit to be shown. */
    record Refused(String reason) implements LaunchPlan {}

    static LaunchPlan of(Job job, Registry registry, Repos repos, AllowedRepoPaths allowed, String provider) {
        Optional<Script> script = registry.find(job.scriptKey());
        if (script.isEmpty()) {
            return new Refused("the script %s is not on the whitelist".formatted(job.scriptKey()));
        }
        if (!job.provider().equals(script.get().provider())) {
            return new Refused("the job names %s as its provider, the whitelist %s"
                    .formatted(job.provider(), script.get().provider()));
        }
        if (!job.provider().equals(provider)) {
            return new Refused("this worker has no provider %s, only %s".formatted(job.provider(), provider));
        }
        Optional<Repo> repo = repos.find(job.repoId());
        if (repo.isEmpty() || !repo.get().enabled()) {
            return new Refused("the repo is gone or disabled");
        }
        if (!allowed.allows(repo.get().pathOrUrl())) {
            return new Refused("the path of the repo %s is not on the allowlist"
                    .formatted(repo.get().name()));
        }
        try {
            return switch (script.get().validate(StrictJson.mapper().readTree(job.argsJson()))) {
                case Validation.Invalid invalid ->
                    new Refused("the arguments are not allowed: "
                            + invalid.problems().stream()
                                    .map(p -> p.field() + " " + p.message())
                                    .reduce((a, b) -> a + "; " + b)
                                    .orElse(""));
                case Validation.Valid valid -> {
                    Path folder = Path.of(repo.get().pathOrUrl()).toRealPath();
                    Optional<String> fault = ScriptFile.fault(script.get(), folder);
                    yield fault.isPresent()
                            ? new Refused(fault.get())
                            : new Allowed(script.get(), script.get().commandLine(valid.arguments()), folder);
                }
            };
        } catch (JsonProcessingException e) {
            return new Refused("the arguments are not JSON");
        } catch (IOException e) {
            return new Refused("the folder of the repo cannot be entered");
        }
    }
}
