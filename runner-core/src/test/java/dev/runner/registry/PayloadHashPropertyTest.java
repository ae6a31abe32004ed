package dev.runner.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class PayloadHashPropertyTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final UUID REPO = new UUID(1, 2);

    private final Script master = Given.shipped("masteragent.full");

    @Property
    void two_requests_have_one_hash_exactly_when_they_mean_the_same(
            @ForAll("request") List<Integer> one, @ForAll("request") List<Integer> other) {
        assertThat(hash(fields(one)).equals(hash(fields(other)))).isEqualTo(one.equals(other));
    }

    @Property
    void neither_order_nor_a_default_left_out_changes_the_hash(
            @ForAll("request") List<Integer> values, @ForAll long seed) {
        var fields = new ArrayList<>(fields(values).entrySet());
        var random = new Random(seed);
        Collections.shuffle(fields, random);
        fields.removeIf(f -> random.nextBoolean()
                && f.getValue().equals(fields(List.of(3, 0, 0)).get(f.getKey())));
        var shuffled = new LinkedHashMap<String, JsonNode>();
        fields.forEach(f -> shuffled.put(f.getKey(), f.getValue()));
        assertThat(hash(shuffled)).isEqualTo(hash(fields(values)));
    }

    @Property
    void is_64_lower_case_digits(@ForAll @IntRange(min = 1, max = 10) int retries) {
        assertThat(hash(Map.of("retries", NODES.numberNode(retries)))).matches("[0-9a-f]{64}");
    }

    /** Retries, and the two switches as 0 or 1. */
    @Provide
    Arbitrary<List<Integer>> request() {
        var flag = Arbitraries.integers().between(0, 1);
        return Combinators.combine(Arbitraries.integers().between(1, 10), flag, flag)
                .as(List::of);
    }

    private static Map<String, JsonNode> fields(List<Integer> values) {
        return Map.of(
                "retries", NODES.numberNode(values.get(0)),
                "leaf_progress", NODES.booleanNode(values.get(1) == 1),
                "verbose", NODES.booleanNode(values.get(2) == 1));
    }

    private String hash(Map<String, JsonNode> fields) {
        var object = NODES.objectNode();
        fields.forEach(object::set);
        return switch (master.validate(object)) {
            case Validation.Valid(var arguments) ->
                PayloadHash.of(REPO, arguments).hex();
            case Validation.Invalid(var problems) -> throw new AssertionError(problems);
        };
    }
}
