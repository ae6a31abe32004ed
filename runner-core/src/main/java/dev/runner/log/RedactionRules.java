package dev.runner.log;

import dev.runner.log.Rule.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What is masked: the shapes of version {@value #VERSION}, and literal secrets. Each rule is matched on the raw bytes as
 * if it were alone; a byte is masked when any of them covers it, and every run of masked bytes is shown as one
 * {@value #MASK}. So no rule can hide another's secret from it, whatever overlaps. Immutable; build once and share.
 */
public final class RedactionRules {
    /** Changes whenever the same raw bytes would give another stream. Offsets of different versions do not compare. */
    public static final int VERSION = 1;

    /** What a secret is shown as. */
    public static final String MASK = "[REDACTED]";

    /** Shorter lines of a secret, such as a closing brace, stand everywhere. */
    private static final int MIN_LINE = 8;

    private static final RedactionRules STANDARD = new RedactionRules(List.of());

    private final RuleMatcher exact;
    private final RuleMatcher folded;
    private final PlainText plain;
    private final String fingerprint;

    private RedactionRules(Collection<String> secrets) {
        var rules = new ArrayList<>(shapes());
        var sorted = literals(secrets);
        sorted.forEach(secret -> rules.add(Rule.of(secret, Kind.LITERAL)));
        exact = new RuleMatcher(
                rules.stream().filter(r -> !r.kind().ignoresCase()).toList(), false);
        folded = new RuleMatcher(
                rules.stream().filter(r -> r.kind().ignoresCase()).toList(), true);
        plain = new PlainText(rules, exact, folded);
        fingerprint = fingerprint(sorted);
    }

    /** The shapes alone. */
    public static RedactionRules standard() {
        return STANDARD;
    }

    /**
     * The shapes, and these values wherever they occur, also line by line. Blank values are ignored; whether a short one is worth masking is
     * the caller's decision.
     */
    public static RedactionRules withSecrets(Collection<String> secrets) {
        return secrets.stream().allMatch(String::isBlank) ? STANDARD : new RedactionRules(secrets);
    }

    /** The same for a text that is in no log, such as an error message. */
    public String redact(String text) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        var shown = new RedactedBuffer(raw.length + MASK.length());
        var redactor = new Redactor(this, shown);
        redactor.feed(raw, 0, raw.length);
        redactor.finish();
        return new String(shown.bytes(), 0, shown.length(), StandardCharsets.UTF_8);
    }

    /** Equal for equal rules, and does not give the secrets away. */
    String fingerprint() {
        return fingerprint;
    }

    RuleMatcher exact() {
        return exact;
    }

    RuleMatcher folded() {
        return folded;
    }

    PlainText plain() {
        return plain;
    }

    private static List<Rule> shapes() {
        var rules = new ArrayList<Rule>();
        // Not after a word character: task-list, highs_and_lows and task_live_view are no secrets.
        for (var prefix : List.of(
                "sk-",
                "sk_live_",
                "sk_test_",
                "rk_live_",
                "rk_test_",
                "ghp_",
                "gho_",
                "ghu_",
                "ghs_",
                "ghr_",
                "ya29.")) {
            rules.add(Rule.notAfterWord(prefix, Kind.TOKEN));
        }
        for (var prefix : List.of("github_pat_", "glpat-", "gldt-", "glrt-", "xapp-", "pypi-", "dop_v1_")) {
            rules.add(Rule.of(prefix, Kind.TOKEN));
        }
        for (char type = 'a'; type <= 'z'; type++) {
            rules.add(Rule.of("xox" + type + "-", Kind.TOKEN));
        }
        // Words start like these (ASIAN, npm_config_cache, hf_model), so the length decides as well.
        rules.add(Rule.notAfterWord("AKIA", Kind.UPPER_TAIL));
        rules.add(Rule.notAfterWord("ASIA", Kind.UPPER_TAIL));
        rules.add(Rule.notAfterWord("npm_", Kind.ALPHANUMERIC_TAIL));
        rules.add(Rule.notAfterWord("hf_", Kind.ALPHANUMERIC_TAIL));
        rules.add(Rule.notAfterWord("AIza", Kind.KEY_TAIL));
        rules.add(Rule.notAfterWord("eyJ", Kind.KEY_TAIL));
        for (var type : List.of("", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ")) {
            rules.add(Rule.of("-----BEGIN " + type + "PRIVATE KEY-----", Kind.KEY_BEGIN));
            rules.add(Rule.of("-----END " + type + "PRIVATE KEY-----", Kind.KEY_END));
        }
        rules.add(Rule.of("-----BEGIN PGP PRIVATE KEY BLOCK-----", Kind.KEY_BEGIN));
        rules.add(Rule.of("-----END PGP PRIVATE KEY BLOCK-----", Kind.KEY_END));
        for (var scheme : List.of("bearer", "authorization: basic", "authorization: token")) {
            rules.add(Rule.of(scheme + " ", Kind.BEARER));
            rules.add(Rule.of(scheme + "\t", Kind.BEARER));
        }
        rules.add(Rule.of("://", Kind.USER));
        rules.addAll(webhooks());
        return rules;
    }

    private static List<Rule> webhooks() {
        var rules = new ArrayList<Rule>();
        for (var path : webhookPaths()) {
            for (var scheme : List.of("https://", "http://")) {
                rules.add(Rule.of(scheme + path, Kind.URL));
                // The same inside JSON of writers that escape the slash.
                rules.add(Rule.of((scheme + path).replace("/", "\\/"), Kind.URL));
            }
        }
        rules.add(Rule.of("https://", Kind.HOST));
        // Teams, before and after its webhooks became Power Automate workflows; the first part of the host varies.
        for (var host : List.of(".webhook.office.com", ".logic.azure.com", ".api.powerplatform.com")) {
            for (var port : List.of("", ":443")) {
                rules.add(Rule.of(host + port + "/", Kind.URL_OF_HOST));
                rules.add(Rule.of(host + port + "\\/", Kind.URL));
            }
        }
        return rules;
    }

    private static List<String> webhookPaths() {
        var paths = new ArrayList<>(List.of("hooks.slack.com/", "hooks.slack-gov.com/", "outlook.office.com/webhook/"));
        for (var host : List.of("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")) {
            paths.add(host + "/api/webhooks/");
            for (int version = 6; version <= 10; version++) {
                paths.add(host + "/api/v" + version + "/webhooks/");
            }
        }
        return paths;
    }

    /** The values as they are, without the blanks around them, and their longer lines: logs indent and wrap. */
    private static SortedSet<String> literals(Collection<String> secrets) {
        var literals = new TreeSet<String>();
        for (var secret : secrets) {
            literals.add(secret.strip());
            secret.lines()
                    .map(String::strip)
                    .filter(line -> line.length() >= MIN_LINE)
                    .forEach(literals::add);
        }
        literals.remove("");
        return literals;
    }

    private static String fingerprint(Collection<String> secrets) {
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            for (var secret : secrets) {
                byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
                sha.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
                sha.update(bytes);
            }
            return VERSION + "-" + HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
