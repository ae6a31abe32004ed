package dev.runner.registry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** JSON read so strictly that what was written can still be told from what was meant. */
public final class StrictJson {
    /** A request is an object in an object; the rest is generous and still far from a deep recursion. */
    private static final int MAX_DEPTH = 32;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            // Without it 5.0 becomes a double, and a number of many digits a rounded one.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private StrictJson() {}

    /** A shared mapper for {@link Script#validate}; thread-safe, not to be reconfigured. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }
}
