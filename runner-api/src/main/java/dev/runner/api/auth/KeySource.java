package dev.runner.api.auth;

import java.net.URI;
import java.nio.file.Path;
import java.security.PublicKey;

/** Where the keys come from that tokens of the user's identity provider are signed with. */
public sealed interface KeySource {
    /** A secret that the provider and this installation share. */
    record Secret(SharedSecret secret) implements KeySource {}

    /** One public key. */
    record Fixed(PublicKey key) implements KeySource {}

    /** A set of keys at an address, which changes as the provider rotates them. */
    record SetAt(URI address) implements KeySource {}

    /** A set of keys in a file. */
    record SetIn(Path file) implements KeySource {}
}
