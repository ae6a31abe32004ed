package dev.runner.db.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes are generated when a migration changed, and only then. */
class GenerateSchemaTest {
    /** With a space in it: people do clone into such folders. */
    private final Path migrations;

    GenerateSchemaTest(@TempDir Path folder) {
        this.migrations = folder.resolve("my project").resolve("migration");
    }

    @BeforeEach
    void write_two_migrations() throws IOException {
        Files.createDirectories(migrations);
        Files.writeString(migrations.resolve("V1__a.sql"), "CREATE TABLE a ();");
        Files.writeString(migrations.resolve("V2__b.sql"), "CREATE TABLE b ();");
    }

    private static String fingerprint(Path folder) throws IOException {
        return Fingerprint.of(folder.toUri().toURL());
    }

    @Test
    void what_did_not_change_has_the_same_fingerprint() throws IOException {
        var before = fingerprint(migrations);
        Files.writeString(migrations.resolve("V1__a.sql"), "CREATE TABLE a ();");
        assertThat(fingerprint(migrations)).isEqualTo(before).matches("[0-9a-f]{64}");
    }

    @Test
    void a_changed_a_renamed_a_new_and_a_removed_migration_are_noticed() throws IOException {
        var before = fingerprint(migrations);
        Files.writeString(migrations.resolve("V2__b.sql"), "CREATE TABLE c ();");
        var changed = fingerprint(migrations);
        Files.move(migrations.resolve("V2__b.sql"), migrations.resolve("V3__b.sql"));
        var renamed = fingerprint(migrations);
        Files.writeString(migrations.resolve("V4__d.sql"), "");
        var added = fingerprint(migrations);
        Files.delete(migrations.resolve("V1__a.sql"));
        assertThat(new String[] {before, changed, renamed, added, fingerprint(migrations)})
                .doesNotHaveDuplicates();
    }

    @Test
    void a_line_moved_from_one_migration_to_the_next_is_noticed() throws IOException {
        var before = fingerprint(migrations);
        Files.writeString(migrations.resolve("V1__a.sql"), "");
        Files.writeString(migrations.resolve("V2__b.sql"), "CREATE TABLE a ();CREATE TABLE b ();");
        assertThat(fingerprint(migrations)).isNotEqualTo(before);
    }

    @Test
    void a_jar_has_the_fingerprint_of_the_folder_it_was_made_from(@TempDir Path folder) throws IOException {
        var jar = folder.resolve("a b.jar");
        try (var archive = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
            Files.createDirectories(archive.getPath("db/migration"));
            for (var name : new String[] {"V1__a.sql", "V2__b.sql"}) {
                Files.copy(migrations.resolve(name), archive.getPath("db/migration", name));
            }
        }
        URL inside = URI.create("jar:" + jar.toUri() + "!/db/migration").toURL();
        assertThat(Fingerprint.of(inside)).isEqualTo(fingerprint(migrations));
    }

    @Test
    void nothing_is_generated_over_classes_made_from_these_migrations(@TempDir Path output) throws Exception {
        Files.writeString(output.resolve("migrations.sha256"), Fingerprint.ofMigrations());
        GenerateSchema.main(new String[] {output.toString()});
        try (var files = Files.list(output)) {
            assertThat(files).map(file -> file.getFileName().toString()).containsExactly("migrations.sha256");
        }
    }

    @Test
    void classes_are_generated_over_those_of_other_migrations(@TempDir Path output) throws Exception {
        Files.writeString(output.resolve("migrations.sha256"), "another");
        GenerateSchema.main(new String[] {output.toString()});
        assertThat(output.resolve("dev/runner/db/generated/tables/RunnerJobs.java"))
                .exists();
        assertThat(output.resolve("migrations.sha256")).hasContent(Fingerprint.ofMigrations());
    }
}
