package dev.runner.api.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.runner.api.http.Caller;
import dev.runner.api.http.Fields;
import dev.runner.api.http.Json;
import dev.runner.api.http.Problem;
import dev.runner.api.http.RequestBody;
import dev.runner.api.scripts.RequestArguments;
import dev.runner.job.Job;
import dev.runner.job.JobRequest;
import dev.runner.registry.NormalisedArguments;
import dev.runner.registry.Registry;
import dev.runner.registry.Script;
import dev.runner.repo.AllowedRepoPaths;
import dev.runner.repo.Repo;
import dev.runner.repo.Repos;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a client sent into a {@link JobRequest}, or into a problem that names everything wrong; and says whether
 * the repo of such a request may be used. Thread-safe.
 */
public final class JobRequests {
    private static final int MAX_KEY = 255;
    private static final int MAX_AGENT = 200;
    private static final int PRIORITY = 100;

    private final Registry registry;
    private final Repos repos;
    private final AllowedRepoPaths allowedPaths;
    private final int defaultTimeoutSeconds;
    /** Paths of repos that could be used when last seen. Only a guess that saves a look-up: the create checks it. */
    private final ConcurrentMap<UUID, String> usable = new ConcurrentHashMap<>();

    public JobRequests(Registry registry, Repos repos, AllowedRepoPaths allowedPaths, int defaultTimeoutSeconds) {
        this.registry = registry;
        this.repos = repos;
        this.allowedPaths = allowedPaths;
        this.defaultTimeoutSeconds = defaultTimeoutSeconds;
    }

    JobRequest create(Context ctx) {
        Fields fields = RequestBody.required(ctx);
        UUID repoId = fields.requiredUuid("repo_id");
        String scriptKey = fields.requiredText("script_key", MAX_KEY);
        Script script = registry.find(scriptKey).orElse(null);
        JsonNode args = fields.json("args");
        Integer priority = fields.integer("priority", -PRIORITY, PRIORITY);
        Instant notBefore = fields.instant("not_before");
        Integer timeout = fields.integer("timeout_seconds", 1, maxTimeout(script));
        String key = IdempotencyKey.read(ctx, fields);
        if (script == null && !scriptKey.isEmpty()) {
            fields.problem("script_key", "is not on the whitelist", keys());
        }
        NormalisedArguments arguments = script == null ? null : RequestArguments.read(script, args, fields);
        fields.finish();
        if (script == null || arguments == null || repoId == null) {
            throw new IllegalStateException("an unusable request was not refused");
        }
        return new JobRequest(
                repoId,
                script,
                arguments,
                Caller.of(ctx).name(),
                key,
                priority == null ? 0 : priority,
                notBefore,
                timeout == null ? maxTimeout(script) : timeout,
                null,
                origin(ctx));
    }

    /** The same script, repo and arguments once more, checked against today's whitelist. */
    JobRequest retry(Context ctx, Job original) {
        Fields fields = RequestBody.optional(ctx);
        String key = IdempotencyKey.read(ctx, fields);
        Script script = registry.find(original.scriptKey()).orElse(null);
        NormalisedArguments arguments = null;
        if (script == null) {
            fields.problem("script_key", "is no longer on the whitelist", keys());
        } else {
            arguments = RequestArguments.read(script, tree(original.argsJson()), fields);
        }
        fields.finish();
        if (script == null || arguments == null) {
            throw new IllegalStateException("an unusable request was not refused");
        }
        int timeout = original.timeoutSeconds() == null ? maxTimeout(script) : original.timeoutSeconds();
        return new JobRequest(
                original.repoId(),
                script,
                arguments,
                Caller.of(ctx).name(),
                key,
                original.priority(),
                null,
                Math.min(timeout, maxTimeout(script)),
                original.id(),
                origin(ctx));
    }

    private int maxTimeout(@Nullable Script script) {
        return script == null ? Integer.MAX_VALUE : script.timeoutSeconds().orElse(defaultTimeoutSeconds);
    }

    private String keys() {
        return registry.scripts().stream().map(Script::key).collect(Collectors.joining(", "));
    }

    /** The repo's path, which is allowed; the repo was enabled when last seen. */
    String checkRepo(UUID id) {
        String path = usable.get(id);
        return path != null && allowedPaths.allows(path) ? path : checkRepoAgain(id);
    }

    /** Like {@link #checkRepo}, without trust in what was seen before. */
    String checkRepoAgain(UUID id) {
        usable.remove(id);
        Repo repo = repos.find(id).orElseThrow(() -> Problem.notFound("repo"));
        if (!repo.enabled()) {
            throw Problem.of(400, "repo_disabled", "The repo %s is disabled.".formatted(repo.name()));
        }
        if (!allowedPaths.allows(repo.pathOrUrl())) {
            throw Problem.of(
                    403, "repo_not_allowed", "The path of the repo %s is not on the allowlist.".formatted(repo.name()));
        }
        usable.put(id, repo.pathOrUrl());
        return repo.pathOrUrl();
    }

    /** What the audit event keeps of the request. */
    private static String origin(Context ctx) {
        var origin = JsonNodeFactory.instance.objectNode();
        origin.put("address", ctx.req().getRemoteAddr());
        String agent = ctx.userAgent();
        if (agent != null) {
            // Headers are bytes; what is not printable ASCII has no business in the record.
            String clean = agent.replaceAll("[^\\x20-\\x7E]", "?");
            origin.put("user_agent", clean.substring(0, Math.min(clean.length(), MAX_AGENT)));
        }
        return origin.toString();
    }

    private static JsonNode tree(String json) {
        try {
            return Json.mapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database holds valid JSON only", e);
        }
    }
}
