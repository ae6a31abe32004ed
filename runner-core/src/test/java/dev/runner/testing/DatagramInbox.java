package dev.runner.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The other end of the protocol: a real datagram socket, bound by a Perl one-liner because Java cannot, and Perl is part
 * of every Debian. It prints each datagram as one line.
 */
public final class DatagramInbox implements AutoCloseable {
    private static final String RECEIVER = """
            use Socket;
            socket(my $s, AF_UNIX, SOCK_DGRAM, 0) or die "socket: $!";
            my $name = $ARGV[0];
            $name =~ s/^@/\\0/;
            bind($s, pack("S a*", AF_UNIX, $name)) or die "bind: $!";
            $| = 1;
            print "bound\\n";
            while (defined(recv($s, my $m, 65536, 0))) { $m =~ s/\\n/|/g; print "$m\\n"; }
            """;

    private final Process process;
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

    public DatagramInbox(String address) throws IOException, InterruptedException {
        process = new ProcessBuilder("perl", "-e", RECEIVER, address)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        Thread.ofVirtual().start(() -> lines.lines().forEach(messages::add));
        if (!"bound".equals(next())) {
            throw new IOException("no socket at " + address);
        }
    }

    /** The next datagram, its lines separated by {@code |}; null if none comes. */
    @Nullable
    public String next() throws InterruptedException {
        return messages.poll(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws InterruptedException {
        // By its handle: ending it through the process would close the stream under its reader.
        process.toHandle().destroyForcibly();
        process.waitFor();
    }
}
