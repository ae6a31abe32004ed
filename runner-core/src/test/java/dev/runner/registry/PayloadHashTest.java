package dev.runner.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes are stored and compared across versions, so these literals must never be edited to make a test pass. */
class PayloadHashTest {
    private static final UUID REPO = UUID.fromString("0190A1B2-C3D4-7E5F-8a9b-0c1d2e3f4a5b");

    private final Script master = Given.shipped("masteragent.full");

    private final Script odd = Given.script("[prog, '--text={text}', '--zeta={zeta}', '--alpha={alpha}']", """
            {
              zeta: {type: int, label: Z, min: -100, max: 100, default: 0},
              text: {type: text, label: T, min_length: 0, max_length: 50},
              alpha: {type: enum, label: A, values: [a, b], default: a},
            }""");

    private static String canonical(Script script, String args) {
        return new String(PayloadHash.canonicalJson(REPO, Given.valid(script, args)), StandardCharsets.UTF_8);
    }

    private static String hash(Script script, String args) {
        return PayloadHash.of(REPO, Given.valid(script, args)).hex();
    }

    @Test
    void the_canonical_form_is_sorted_compact_and_without_defaults() {
        assertThat(canonical(master, "{\"verbose\": true, \"retries\": 5, \"leaf_progress\": false}"))
                .isEqualTo("{\"args\":{\"retries\":5,\"verbose\":true},"
                        + "\"repo_id\":\"0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b\",\"script_key\":\"masteragent.full\"}");
        assertThat(canonical(odd, "{\"zeta\": -7, \"text\": \"ä\\\"\\\\/😀\\u2603\", \"alpha\": \"b\"}"))
                .isEqualTo("{\"args\":{\"alpha\":\"b\",\"text\":\"ä\\\"\\\\/😀☃\",\"zeta\":-7},"
                        + "\"repo_id\":\"0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b\",\"script_key\":\"t\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{}                                    | 21780829cc556f0fabf4f1bf33f44d14eb7af2bebfc439cc41f8ac1599f68d66",
                "{\"retries\": 5}                      | a75567c849fe89c3fb611a8617131948a5de566cbada554cb9d5a9c9bc570b0f",
                "{\"retries\": 5, \"verbose\": true}   | e3263aff29ee31dabac52812410e7dca74de4990f89a47f09980c0a096e25610",
            })
    void hashes_of_the_shipped_master_agent(String args, String expected) {
        assertThat(hash(master, args)).isEqualTo(expected);
    }

    @Test
    void hash_of_text_beyond_ascii() {
        assertThat(hash(odd, "{\"zeta\": -7, \"text\": \"ä\\\"\\\\/😀\\u2603\", \"alpha\": \"b\"}"))
                .isEqualTo("985a4769096538b7811efc3088bbad5f5d847e6fd98f3385b41144901fc05570");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"retries\": 5, \"verbose\": true}",
                "{\"verbose\": true, \"retries\": 5}",
                "{ \"verbose\" :true,\n\t\"retries\":5, \"leaf_progress\": false}",
                "{\"retr\\u0069es\": 5, \"verbose\": true}",
            })
    void order_white_space_escapes_and_given_defaults_do_not_matter(String args) {
        assertThat(hash(master, args)).isEqualTo(hash(master, "{\"retries\": 5, \"verbose\": true}"));
    }

    @Test
    void a_default_given_and_not_given_are_the_same_request() {
        assertThat(hash(master, "{\"retries\": 3, \"verbose\": false, \"leaf_progress\": false}"))
                .isEqualTo(hash(master, "{}"));
    }

    @Test
    void an_empty_text_is_not_the_same_as_none() {
        assertThat(hash(odd, "{\"text\": \"\"}")).isNotEqualTo(hash(odd, "{}"));
    }

    @Test
    void another_repo_script_or_value_is_another_request() {
        var arguments = Given.valid(master, "{}");
        assertThat(PayloadHash.of(REPO, arguments)).isNotEqualTo(PayloadHash.of(new UUID(0, 0), arguments));
        assertThat(hash(Given.shipped("nb.stage"), "{}")).isNotEqualTo(hash(Given.shipped("bts.stage"), "{}"));
        assertThat(hash(master, "{\"retries\": 4}")).isNotEqualTo(hash(master, "{\"retries\": 5}"));
    }
}
