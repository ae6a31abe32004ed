package dev.runner.api.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {
    @Test
    void without_trusted_proxies_the_connection_counts() {
        assertThat(TrustedProxies.NONE.client("203.0.113.5", List.of("1.2.3.4")))
                .isEqualTo("203.0.113.5");
    }

    @Test
    void the_nearest_address_that_is_no_trusted_proxy_counts() {
        var proxies = TrustedProxies.parse("10.0.0.0/8, 192.0.2.7");

        assertThat(proxies.client("10.1.1.1", List.of())).isEqualTo("10.1.1.1");
        assertThat(proxies.client("10.1.1.1", List.of("203.0.113.5"))).isEqualTo("203.0.113.5");
        // What the client itself wrote stands further left and is not reached.
        assertThat(proxies.client("10.1.1.1", List.of("6.6.6.6, 203.0.113.5, 192.0.2.7")))
                .isEqualTo("203.0.113.5");
        assertThat(proxies.client("10.1.1.1", List.of("6.6.6.6", "203.0.113.5")))
                .isEqualTo("203.0.113.5");
        assertThat(proxies.client("11.1.1.1", List.of("203.0.113.5"))).isEqualTo("11.1.1.1");
        assertThat(proxies.client("10.1.1.1", List.of("203.0.113.5, rubbish"))).isEqualTo("10.1.1.1");
        assertThat(proxies.client("rubbish", List.of())).isEqualTo("unknown");
    }

    @Test
    void a_network_of_one_person_counts_as_one_address() {
        String one = TrustedProxies.NONE.client("[2001:db8:1:2:3:4:5:6]", List.of());
        assertThat(TrustedProxies.NONE.client("2001:db8:1:2::1", List.of())).isEqualTo(one);
        assertThat(TrustedProxies.NONE.client("2001:db8:1:3::1", List.of())).isNotEqualTo(one);
        assertThat(TrustedProxies.NONE.client("::ffff:203.0.113.5", List.of())).isEqualTo("203.0.113.5");
        assertThat(TrustedProxies.parse("2001:db8::/32").client("2001:db8:1:2::1", List.of("203.0.113.5")))
                .isEqualTo("203.0.113.5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "10.0.0.1,"})
    void a_list_that_is_none_is_refused(String list) {
        assertThatThrownBy(() -> TrustedProxies.parse(list)).isInstanceOf(IllegalArgumentException.class);
    }
}
