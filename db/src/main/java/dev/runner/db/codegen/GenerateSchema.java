package dev.runner.db.codegen;

import dev.runner.db.embedded.EmbeddedDatabase;
import dev.runner.db.migration.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jooq.codegen.GenerationTool;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.ForcedType;
import org.jooq.meta.jaxb.Generate;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Target;

/**
 * Generates the jOOQ classes into the folder given as the only argument, unless they are there for these migrations.
 *
 * <p>A fingerprint of the migrations lies beside the output: starting a server for every compile would cost seconds, and
 * checking the generated code in would let it drift from the schema.
 */
public final class GenerateSchema {
    private GenerateSchema() {}

    public static void main(String[] args) throws Exception {
        Path output = Path.of(args[0]);
        Path stamp = output.resolve("migrations.sha256");
        String fingerprint = Fingerprint.ofMigrations();
        if (Files.exists(stamp) && Files.readString(stamp).equals(fingerprint)) {
            return;
        }
        // Gone before the first class is written: half an output must not pass for the one that was there before.
        Files.deleteIfExists(stamp);
        System.out.println("generating jOOQ classes from the migrations");
        try (EmbeddedDatabase database = EmbeddedDatabase.temporary()) {
            new Migrations(database.dataSource("postgres")).apply();
            GenerationTool.generate(configuration(database.jdbcUrl("postgres"), output));
        }
        Files.writeString(stamp, fingerprint);
    }

    private static Configuration configuration(String url, Path output) {
        return new Configuration()
                .withJdbc(new Jdbc().withDriver("org.postgresql.Driver").withUrl(url))
                .withGenerator(new Generator()
                        .withDatabase(new Database()
                                .withInputSchema("public")
                                .withOutputSchemaToDefault(true)
                                .withExcludes("flyway_schema_history|runner_count_jobs")
                                // Times are points, never local: an offset read back depends on the session's zone.
                                .withForcedTypes(new ForcedType()
                                        .withName("INSTANT")
                                        .withIncludeTypes("(?i:timestamp with time zone|timestamptz)")))
                        .withGenerate(new Generate()
                                .withRecords(true)
                                .withPojos(false)
                                .withDaos(false)
                                .withComments(false)
                                .withGeneratedAnnotation(false))
                        .withTarget(new Target()
                                .withPackageName("dev.runner.db.generated")
                                .withDirectory(output.toString())));
    }
}
