package dev.runner.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebFolderTest {
    @TempDir
    private Path folder;

    @Test
    void holds_every_file_once_with_its_smaller_forms() throws IOException {
        WebFolder web = WebFolder.read(TestWeb.in(folder));

        assertThat(web.names())
                .containsExactlyInAnyOrder(
                        "index.html",
                        "favicon.svg",
                        "app.webmanifest",
                        "assets/app-1a2b.js",
                        "assets/app-1a2b.js.map",
                        "assets/app-3c4d.css",
                        "assets/data-5e6f.json",
                        "assets/fonts/inter-7a8b.woff2");
        assertThat(web.find("assets/app-1a2b.js").orElseThrow().coded()).containsOnlyKeys(Coding.values());
        assertThat(web.find("assets/app-3c4d.css").orElseThrow().coded()).isEmpty();
    }

    @Test
    void what_lies_outside_is_not_there_whoever_linked_to_it() throws IOException {
        Path web = TestWeb.in(folder);
        Path secret = Files.writeString(folder.resolve("secret.txt"), "secret");
        Path secrets = Files.createDirectory(folder.resolve("secrets"));
        Files.writeString(secrets.resolve("key.txt"), "key");
        Files.createSymbolicLink(web.resolve("assets/linked.txt"), secret);
        Files.createSymbolicLink(web.resolve("assets/linked"), secrets);

        WebFolder read = WebFolder.read(web);

        assertThat(read.names()).noneMatch(name -> name.contains("linked"));
        assertThat(read.find("../secret.txt")).isEmpty();
        assertThat(read.find("assets/../../secret.txt")).isEmpty();
        assertThat(read.find(secret.toString())).isEmpty();
    }

    @Test
    void may_itself_be_reached_by_a_link() throws IOException {
        Path current = Files.createSymbolicLink(folder.resolve("current"), TestWeb.in(folder));
        assertThat(WebFolder.isFrontEnd(current)).isTrue();
        assertThat(WebFolder.read(current).index()).isPresent();
    }

    @Test
    void is_a_front_end_only_with_its_page() throws IOException {
        assertThat(WebFolder.isFrontEnd(folder)).isFalse();
        assertThat(WebFolder.isFrontEnd(folder.resolve("gone"))).isFalse();
        assertThat(WebFolder.isFrontEnd(TestWeb.in(folder))).isTrue();
        assertThat(WebFolder.NONE.index()).isEmpty();
    }

    @Test
    void the_same_content_has_the_same_tag_on_every_replica_and_another_form_another() throws IOException {
        WebFile one = WebFolder.read(TestWeb.in(folder.resolve("one")))
                .find("assets/app-1a2b.js")
                .orElseThrow();
        WebFile two = WebFolder.read(TestWeb.in(folder.resolve("two")))
                .find("assets/app-1a2b.js")
                .orElseThrow();

        for (String accepted : new String[] {"", "gzip", "br"}) {
            assertThat(one.bodyFor(accepted).etag())
                    .isEqualTo(two.bodyFor(accepted).etag());
        }
        assertThat(Arrays.asList(
                        one.bodyFor("").etag(),
                        one.bodyFor("gzip").etag(),
                        one.bodyFor("br").etag()))
                .doesNotHaveDuplicates();
        assertThat(new String(one.bodyFor("gzip, br").bytes(), StandardCharsets.UTF_8))
                .isEqualTo(TestWeb.BROTLI);
    }
}
