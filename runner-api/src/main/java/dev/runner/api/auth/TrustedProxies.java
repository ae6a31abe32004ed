package dev.runner.api.auth;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The proxies whose {@code X-Forwarded-For} is believed. None by default: anybody can send that header, and a login limit
 * that believes it is none.
 */
public final class TrustedProxies {
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    /** One person with IPv6 has a whole /64 to send from. */
    private static final int IPV6_COUNTED_BYTES = 8;

    private final List<Network> networks;

    private TrustedProxies(List<Network> networks) {
        this.networks = List.copyOf(networks);
    }

    /** Reads a comma-separated list of addresses and networks. */
    static TrustedProxies parse(String list) {
        List<Network> networks = new ArrayList<>();
        for (String text : list.split(",", -1)) {
            networks.add(Network.parse(text.strip()));
        }
        return new TrustedProxies(networks);
    }

    /**
     * What attempts from the sender of a request are counted under.
     *
     * @param remote the other end of the connection
     * @param forwarded all values of {@code X-Forwarded-For} in their order; each proxy appends whom it was called by
     */
    String client(String remote, List<String> forwarded) {
        List<String> hops = forwarded.stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::strip)
                .toList();
        InetAddress client = literal(remote);
        if (client == null) {
            return "unknown";
        }
        for (int i = hops.size() - 1; i >= 0 && isTrusted(client); i--) {
            InetAddress before = literal(hops.get(i));
            if (before == null) {
                break;
            }
            client = before;
        }
        return counted(client);
    }

    private boolean isTrusted(InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }

    private static String counted(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4
                ? address.getHostAddress()
                : HexFormat.of().formatHex(bytes, 0, IPV6_COUNTED_BYTES) + "/64";
    }

    /** Never asks a name server. */
    private static @Nullable InetAddress literal(String text) {
        try {
            return InetAddress.ofLiteral(
                    text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private record Network(InetAddress address, int prefix) {
        static Network parse(String text) {
            int slash = text.indexOf('/');
            InetAddress address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
            int bits = address.getAddress().length * 8;
            int prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
            if (prefix < 0 || prefix > bits) {
                throw new IllegalArgumentException("no such prefix");
            }
            return new Network(address, prefix);
        }

        boolean contains(InetAddress other) {
            byte[] own = address.getAddress();
            byte[] its = other.getAddress();
            if (own.length != its.length) {
                return false;
            }
            for (int bit = 0; bit < prefix; bit++) {
                int mask = 0x80 >> (bit % 8);
                if ((own[bit / 8] & mask) != (its[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
