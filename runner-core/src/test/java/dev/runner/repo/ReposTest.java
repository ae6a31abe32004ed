package dev.runner.repo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresExtension.class)
class ReposTest {
    private final Repos repos;
    private final TestDatabase database;

    ReposTest(TestDatabase database) {
        this.database = database;
        this.repos = new Repos(database.dsl());
    }

    @Test
    void allowed_paths_become_repos_once_and_a_disabled_one_stays_so(@TempDir Path folder) throws IOException {
        Path workspace = Files.createDirectory(folder.resolve("workspace"));
        var allowed = new AllowedRepoPaths(List.of(workspace));
        repos.seed(allowed);
        repos.seed(allowed);
        assertThat(repos.enabled()).singleElement().satisfies(repo -> {
            assertThat(repo.name()).isEqualTo("workspace");
            assertThat(repo.pathOrUrl()).isEqualTo(workspace.toString());
            assertThat(repos.find(repo.id())).contains(repo);
        });
        database.dsl().execute("UPDATE runner_repos SET enabled = false");
        repos.seed(allowed);
        assertThat(repos.enabled()).isEmpty();
    }

    @Test
    void two_folders_of_one_name_become_two_repos(@TempDir Path folder) throws IOException {
        Path one = Files.createDirectories(folder.resolve("one/project"));
        Path two = Files.createDirectories(folder.resolve("two/project"));
        var allowed = new AllowedRepoPaths(List.of(one, two));
        repos.seed(allowed);
        repos.seed(allowed);
        assertThat(repos.enabled())
                .filteredOn(repo -> repo.pathOrUrl().startsWith(folder.toString()))
                .extracting(Repo::name)
                .containsExactlyInAnyOrder("project", two.toString());
    }

    @Test
    void a_path_is_judged_after_its_links_were_followed(@TempDir Path folder) throws IOException {
        Path inside = Files.createDirectories(folder.resolve("allowed/inner"));
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Path link = Files.createSymbolicLink(folder.resolve("allowed/link"), outside);
        var allowed = new AllowedRepoPaths(List.of(folder.resolve("allowed")));
        assertThat(allowed.allows(inside.toString())).isTrue();
        assertThat(allowed.allows(folder.resolve("allowed").toString())).isTrue();
        assertThat(allowed.allows(link.toString())).isFalse();
        assertThat(allowed.allows(folder.resolve("allowed/../outside").toString()))
                .isFalse();
        assertThat(allowed.allows(folder.resolve("allowed-too").toString())).isFalse();
        assertThat(allowed.allows(folder.resolve("missing").toString())).isFalse();
        assertThat(allowed.allows("a\0b")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "{}", "[]", "[1]", "[\"relative\"]", "\"/a\"", "[\"/a\"] x"})
    void the_setting_must_be_a_list_of_absolute_paths(String setting) {
        assertThatThrownBy(() -> AllowedRepoPaths.parse(setting)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_setting_is_json() {
        assertThat(AllowedRepoPaths.parse("[\"/a\", \"/b/../c\"]").paths())
                .containsExactly(Path.of("/a"), Path.of("/c"));
    }
}
