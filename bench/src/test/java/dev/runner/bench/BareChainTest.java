package dev.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BareChainTest {
    @Test
    void the_shim_is_given_what_it_expects() throws Exception {
        try (var workspace = Workspace.create()) {
            assertThat(new BareChain(workspace, new Project(Path.of(".."))).run())
                    .isPositive();
        }
    }
}
