package dev.runner.api.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** A folder such as the build of the front end makes it, small. */
public final class TestWeb {
    public static final String INDEX =
            "<!doctype html><title>Runner</title><script src=\"/assets/app-1a2b.js\"></script>";
    public static final String SCRIPT = "console.log('ready');\n".repeat(100);
    /** Not really Brotli, which the JDK cannot make; a server that does not look inside cannot tell. */
    public static final String BROTLI = "pretends to be Brotli";

    private TestWeb() {}

    public static Path in(Path folder) throws IOException {
        Path web = Files.createDirectories(folder.resolve("web"));
        Files.createDirectories(web.resolve("assets/fonts"));
        Files.writeString(web.resolve("index.html"), INDEX);
        Files.writeString(web.resolve("favicon.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
        Files.writeString(web.resolve("app.webmanifest"), "{}");
        Files.writeString(web.resolve("assets/app-1a2b.js"), SCRIPT);
        Files.write(web.resolve("assets/app-1a2b.js.gz"), gzip(SCRIPT));
        Files.writeString(web.resolve("assets/app-1a2b.js.br"), BROTLI);
        Files.writeString(web.resolve("assets/app-1a2b.js.map"), "{}");
        Files.writeString(web.resolve("assets/app-3c4d.css"), "body{}");
        Files.writeString(web.resolve("assets/data-5e6f.json"), "{}");
        Files.writeString(web.resolve("assets/fonts/inter-7a8b.woff2"), "font");
        return web;
    }

    public static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
