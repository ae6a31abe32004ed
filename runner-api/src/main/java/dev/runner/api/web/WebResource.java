package dev.runner.api.web;

import dev.runner.api.http.Access;
import dev.runner.api.http.Problem;
import dev.runner.api.http.Resource;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Serves the front end. Every address of a page is answered with the same document, which then looks at the address
 * itself; scripts, styles and fonts carry a hash of their content in their names and are good for ever.
 */
public final class WebResource implements Resource {
    private static final String HOME = "/kitchen/runner";
    private static final String ASSETS = "assets/";
    private static final String LOOK_AGAIN = "no-cache";
    private static final String FOR_EVER = "public, max-age=31536000, immutable";
    /**
     * Nothing from anywhere else, and no script in a page or a log line, whatever gets into one. Styles may be inline,
     * because components place what floats with them.
     */
    private static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
                    + " img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self';"
                    + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private final WebFolder folder;

    public WebResource(WebFolder folder) {
        this.folder = folder;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        add(routes, "/", this::home);
        add(routes, "/login", this::page);
        add(routes, "/kitchen", this::page);
        add(routes, "/kitchen/<path>", this::page);
        add(routes, "/assets/<path>", ctx -> asset(ctx, ASSETS + ctx.pathParam("path")));
        // An icon, a manifest: one route for each, so that nothing else at the root is taken for a file.
        folder.names().stream()
                .filter(name -> !name.startsWith(ASSETS) && name.matches("[A-Za-z0-9_/-]+\\.[A-Za-z0-9._-]+"))
                .filter(name -> !name.endsWith(".html"))
                .forEach(name -> add(
                        routes, "/" + name, ctx -> answer(ctx, folder.find(name).orElseThrow(), LOOK_AGAIN)));
    }

    /** With a HEAD of its own: the framework's would answer 200 for what is not there. */
    private static void add(RoutesConfig routes, String path, Handler handler) {
        routes.get(path, handler, Access.PUBLIC);
        routes.head(path, handler, Access.PUBLIC);
    }

    private void home(Context ctx) {
        if (folder.index().isEmpty()) {
            throw noFrontEnd();
        }
        ctx.header("Cache-Control", LOOK_AGAIN).header("Location", HOME).status(302);
    }

    private void page(Context ctx) {
        answer(ctx, folder.index().orElseThrow(WebResource::noFrontEnd), LOOK_AGAIN);
    }

    private static Problem noFrontEnd() {
        return Problem.of(
                404,
                "not_found",
                "This installation has no front end. ./runner build makes one and puts it into the distribution, as web/;"
                        + " RUNNER_WEB_DIR may name another folder.");
    }

    /** Never the page in the place of a script: a browser would report a syntax error instead of what is wrong. */
    private void asset(Context ctx, String name) {
        WebFile file = folder.find(name)
                .orElseThrow(() -> Problem.notFound("file")
                        // It may be there in a moment, on this very address, while replicas are brought up to date in
                        // turn.
                        .withHeader("Cache-Control", "no-store"));
        answer(ctx, file, FOR_EVER);
    }

    private static void answer(Context ctx, WebFile file, String caching) {
        WebFile.Body body = file.bodyFor(ctx.header("Accept-Encoding"));
        ctx.header("Content-Security-Policy", CONTENT_POLICY)
                .header("Cache-Control", caching)
                .header("ETag", body.etag());
        if (!file.coded().isEmpty()) {
            // Added, not set: the answer may depend on the origin as well.
            ctx.res().addHeader("Vary", "Accept-Encoding");
        }
        if (isKnown(ctx.header("If-None-Match"), body.etag())) {
            ctx.status(304);
            return;
        }
        if (body.coding() != null) {
            ctx.header("Content-Encoding", body.coding().token());
        }
        // What is worth compressing was compressed by the build, better than there is time for here.
        ctx.disableCompression()
                .contentType(file.contentType())
                .header("Content-Length", Integer.toString(body.bytes().length))
                .result(body.bytes());
    }

    private static boolean isKnown(@Nullable String ifNoneMatch, String etag) {
        return ifNoneMatch != null
                && Arrays.stream(ifNoneMatch.split(",", -1))
                        .map(String::strip)
                        .map(known -> known.startsWith("W/") ? known.substring(2) : known)
                        .anyMatch(known -> known.equals(etag) || known.equals("*"));
    }
}
