package dev.runner.db.codegen;

import dev.runner.db.embedded.EmbeddedDatabase;
import dev.runner.db.migration.Migrations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;
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
        String fingerprint = fingerprint();
        if (Files.exists(stamp) && Files.readString(stamp).equals(fingerprint)) {
            return;
        }
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

    private static String fingerprint() throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(org.jooq.Constants.FULL_VERSION.getBytes(StandardCharsets.UTF_8));
        try (InputStream self = GenerateSchema.class.getResourceAsStream("GenerateSchema.class")) {
            digest.update(self == null ? new byte[0] : self.readAllBytes());
        }
        var location = GenerateSchema.class.getClassLoader().getResource("db/migration");
        if (location == null) {
            throw new IllegalStateException("the migrations are not on the class path");
        }
        if (location.getProtocol().equals("file")) {
            try (Stream<Path> files = Files.list(Path.of(location.getPath()))) {
                for (Path file : files.sorted().toList()) {
                    digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                    digest.update(Files.readAllBytes(file));
                }
            }
        } else {
            // From a jar: the jar changes whenever a migration does.
            Path jar = Path.of(location.getPath().replaceFirst("^file:", "").replaceFirst("!.*$", ""));
            try (var archive = new java.util.zip.ZipFile(jar.toFile())) {
                archive.stream()
                        .filter(entry -> entry.getName().startsWith("db/migration/"))
                        .sorted(java.util.Comparator.comparing(java.util.zip.ZipEntry::getName))
                        .forEach(entry -> {
                            digest.update(entry.getName().getBytes(StandardCharsets.UTF_8));
                            digest.update(Long.toHexString(entry.getCrc()).getBytes(StandardCharsets.UTF_8));
                        });
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
