package dev.runner.api.jobs;

import dev.runner.api.http.Access;
import dev.runner.api.http.Caller;
import dev.runner.api.http.Json;
import dev.runner.api.http.Problem;
import dev.runner.api.http.Query;
import dev.runner.api.http.RequestBody;
import dev.runner.api.http.Resource;
import dev.runner.api.http.Texts;
import dev.runner.job.CreateOutcome;
import dev.runner.job.Job;
import dev.runner.job.JobCreation;
import dev.runner.job.JobList;
import dev.runner.job.JobMoves;
import dev.runner.job.JobMoves.CancelOutcome;
import dev.runner.job.JobRequest;
import dev.runner.job.JobStore;
import dev.runner.job.Waiting;
import dev.runner.job.WaitingReasons;
import dev.runner.queue.QueueSignal;
import dev.runner.registry.Registry;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Ask for jobs, look at them, cancel and retry them. */
public final class JobsResource implements Resource {
    private static final String JOBS = "/api/runner/jobs";

    private final Registry registry;
    private final JobRequests requests;
    private final JobCreation creation;
    private final JobStore jobs;
    private final JobList list;
    private final JobMoves moves;
    private final WaitingReasons waiting;
    private final QueueSignal signal;
    private final boolean enabled;

    public JobsResource(
            Registry registry,
            JobRequests requests,
            JobCreation creation,
            JobStore jobs,
            JobList list,
            JobMoves moves,
            WaitingReasons waiting,
            QueueSignal signal,
            boolean enabled) {
        this.registry = registry;
        this.requests = requests;
        this.creation = creation;
        this.jobs = jobs;
        this.list = list;
        this.moves = moves;
        this.waiting = waiting;
        this.signal = signal;
        this.enabled = enabled;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.post(JOBS, this::create, Access.PERSON);
        routes.get(JOBS, this::list, Access.PERSON);
        routes.get(JOBS + "/{job_id}", this::detail, Access.PERSON);
        routes.post(JOBS + "/{job_id}/cancel", this::cancel, Access.PERSON);
        routes.post(JOBS + "/{job_id}/retry", this::retry, Access.PERSON);
    }

    private void create(Context ctx) {
        new Query(ctx).finish();
        answer(ctx, accept(requests.create(ctx)));
    }

    private void retry(Context ctx) {
        new Query(ctx).finish();
        Job original = find(ctx);
        if (original.status().isActive()) {
            throw Problem.of(
                    409,
                    "job_still_active",
                    "The job is %s; only a finished job can be retried.".formatted(original.status()));
        }
        answer(ctx, accept(requests.retry(ctx, original)));
    }

    private CreateOutcome accept(JobRequest request) {
        if (!enabled) {
            throw Problem.of(503, "runner_disabled", "The runner takes no jobs just now (RUNNER_ENABLED=false).");
        }
        CreateOutcome outcome = creation.create(request, requests.checkRepo(request.repoId()));
        if (outcome instanceof CreateOutcome.RepoChanged) {
            requests.checkRepoAgain(request.repoId());
            outcome = creation.create(request);
        }
        if (outcome instanceof CreateOutcome.Created) {
            signal.workArrived();
        }
        return outcome;
    }

    private void answer(Context ctx, CreateOutcome outcome) {
        switch (outcome) {
            case CreateOutcome.Created created -> {
                ctx.header("Location", JOBS + "/" + created.job().id());
                Json.answer(ctx, 201, new JobView.Accepted(JobView.of(created.job(), waiting.ofNew(created)), false));
            }
            case CreateOutcome.Deduplicated repeat ->
                Json.answer(ctx, 200, new JobView.Accepted(view(repeat.job()), true));
            case CreateOutcome.KeyReused reused ->
                throw Problem.of(
                        409,
                        "idempotency_key_reused_with_different_payload",
                        "idempotency_key_reused_with_different_payload");
            case CreateOutcome.RepoChanged changed -> throw new IllegalStateException("the repo was looked up again");
            case CreateOutcome.QueueFull full ->
                throw Problem.of(
                                429,
                                "queue_full",
                                "%d jobs are queued or running, as many as are allowed.".formatted(full.limit()))
                        .withHeader("Retry-After", "10");
            case CreateOutcome.UserQueueFull full ->
                throw Problem.of(
                                429,
                                "user_queue_full",
                                "You have %d jobs waiting, as many as are allowed.".formatted(full.limit()))
                        .withHeader("Retry-After", "10");
            case CreateOutcome.Busy busy ->
                throw Problem.of(
                                429,
                                "runner_busy",
                                "All %d slots are taken, and there is no queue.".formatted(busy.slots()))
                        .withHeader("Retry-After", "10");
        }
    }

    private void list(Context ctx) {
        JobListRequest request = JobListRequest.read(ctx, registry);
        JobList.Page page = list.page(request.filter(), request.limit(), request.offset());
        Map<UUID, Waiting> reasons = waiting.of(page.jobs());
        List<JobView> items = page.jobs().stream()
                .map(job -> JobView.of(job, reasons.get(job.id())))
                .toList();
        Json.answer(ctx, 200, new JobView.ListView(items, page.total(), request.limit(), request.offset()));
    }

    private void detail(Context ctx) {
        new Query(ctx).finish();
        Job job = find(ctx);
        Json.answer(
                ctx,
                200,
                new JobView.Detail(
                        view(job),
                        jobs.events(job.id()).stream()
                                .map(JobView.EventView::of)
                                .toList(),
                        jobs.attempts(job.id()).stream()
                                .map(JobView.AttemptView::of)
                                .toList()));
    }

    private void cancel(Context ctx) {
        new Query(ctx).finish();
        UUID id = jobId(ctx);
        RequestBody.optional(ctx).finish();
        switch (moves.cancel(id, Caller.of(ctx).name())) {
            case CancelOutcome.Canceled canceled -> Json.answer(ctx, 200, view(canceled.job()));
            case CancelOutcome.Requested requested -> {
                signal.cancelArrived();
                Json.answer(ctx, 202, view(requested.job()));
            }
            case CancelOutcome.AlreadyFinished finished ->
                throw Problem.of(
                        409,
                        "job_already_finished",
                        "The job is %s already; it cannot be canceled."
                                .formatted(finished.job().status()));
            case CancelOutcome.Unknown unknown -> throw Problem.notFound("job");
        }
    }

    private JobView view(Job job) {
        return JobView.of(job, waiting.of(List.of(job)).get(job.id()));
    }

    private Job find(Context ctx) {
        return jobs.find(jobId(ctx)).orElseThrow(() -> Problem.notFound("job"));
    }

    private static UUID jobId(Context ctx) {
        UUID id = Texts.uuid(ctx.pathParam("job_id"));
        if (id == null) {
            throw Problem.notFound("job");
        }
        return id;
    }
}
