package dev.runner.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Skips text from which nothing secret begins. Nearly all of a log is such text, so this decides the speed. Three sieves,
 * each for what the one before lets through: pairs of bytes, four of them looked up at once and none waiting for another;
 * the first bytes of patterns, which share seven buckets; whole patterns. Addresses without a password and without the
 * host of a webhook are skipped, too. Characters beyond ASCII are passed over when they are valid; what is not is left to
 * the automaton. A false alarm costs a few steps of the full automaton, never correctness. Immutable.
 */
final class PlainText {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final byte ESCAPE = 0x1b;

    private static final int PAIR = 2;
    private static final int BUCKET_COUNT = 7;
    private static final long BUCKETS = (1 << BUCKET_COUNT) - 1;
    /** Pairs with a byte that must be looked at wherever it stands. */
    private static final int STOPS = 1 << BUCKET_COUNT;
    /** How many bytes of a pattern the second sieve looks at. */
    private static final int PREFIX = 8;

    private static final int AFTER = PREFIX * BUCKET_COUNT;

    /**
     * By two neighbouring bytes, the first one lowest: the buckets with a pattern of which they may be the first pair, and,
     * eight bits higher, the second. The first pair may also be a pattern's first byte and whatever stands before it.
     */
    private final char[] pairs = new char[1 << 16];

    /**
     * By byte: the buckets with a pattern that begins with it; above them those with a pattern in which it is the second
     * byte, and so on; at last those with a pattern that may follow it.
     */
    private final long[] members = new long[256];

    /** What a host ends with, and the slash after it, when its address is a secret. */
    private final byte[][] secretHosts;

    private final RuleMatcher exact;
    private final RuleMatcher folded;

    PlainText(List<Rule> rules, RuleMatcher exact, RuleMatcher folded) {
        this.exact = exact;
        this.folded = folded;
        secretHosts = rules.stream()
                .filter(rule -> rule.kind() == Rule.Kind.URL_OF_HOST)
                .map(Rule::pattern)
                .toArray(byte[][]::new);
        rules.forEach(this::add);
        long afterWord = bucketsAfterWord(rules);
        for (int b = 0; b < 256; b++) {
            members[b] |= (ByteClasses.WORD[b] ? afterWord : BUCKETS) << AFTER;
            // Escape sequences decide what counts as following a word; everything above ASCII must be checked as UTF-8.
            if (b >= 0x80 || isStop(b)) {
                mark(all(), one(b), STOPS);
                mark(one(b), all(), STOPS);
            }
        }
        mark(all(), all(), STOPS << 8);
    }

    private void add(Rule rule) {
        int bucket = 1 << bucketOf(rule);
        mark(at(rule, 0), at(rule, 1), bucket);
        mark(at(rule, 2), at(rule, 3), bucket << 8);
        mark(all(), at(rule, 0), bucket);
        mark(at(rule, 1), at(rule, 2), bucket << 8);
        for (int i = 0; i < PREFIX; i++) {
            for (int b : at(rule, i)) {
                members[b] |= (long) bucket << (BUCKET_COUNT * i);
            }
        }
    }

    private void mark(int[] firsts, int[] seconds, int bits) {
        for (int second : seconds) {
            for (int first : firsts) {
                pairs[first | (second << 8)] |= (char) bits;
            }
        }
    }

    private static long bucketsAfterWord(List<Rule> rules) {
        return rules.stream()
                .filter(Rule::afterWord)
                .mapToLong(rule -> 1L << bucketOf(rule))
                .reduce(0L, (some, one) -> some | one);
    }

    /** The bytes that may stand at this place when the pattern begins: behind its end, all. */
    private static int[] at(Rule rule, int place) {
        byte[] pattern = rule.pattern();
        if (place >= pattern.length) {
            return all();
        }
        int b = pattern[place] & 0xff;
        return rule.kind().ignoresCase() && b >= 'a' && b <= 'z' ? new int[] {b, b - ('a' - 'A')} : one(b);
    }

    private static int[] one(int b) {
        return new int[] {b};
    }

    private static int[] all() {
        return IntStream.range(0, 256).toArray();
    }

    /**
     * The first index in {@code [from, to]} from which the full automaton has to look; what is before it are whole, valid
     * characters when {@code from} is the start of one. A pattern that may go on in the next chunk is not skipped.
     */
    int skip(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            at = skipPairs(bytes, at, to);
            int end = Math.min(at + PAIR, to);
            while (at < end) {
                int next = behindCharacter(bytes, at, to);
                for (int i = at; i < next; i++) {
                    if (mayStart(bytes, from, i, to) && starts(bytes, from, i, to)) {
                        return at;
                    }
                }
                if (next == at) {
                    return at;
                }
                at = next;
            }
        }
        return at;
    }

    /** The first pair in which a pattern may start; or a place near the end, where it takes more bytes to tell. */
    private int skipPairs(byte[] bytes, int from, int to) {
        int last = to - Long.BYTES - PAIR;
        if (from > last) {
            return from;
        }
        char[] p = pairs;
        int before = p[(bytes[from] & 0xff) | (bytes[from + 1] & 0xff) << 8];
        int at = from;
        for (; at <= last; at += Long.BYTES) {
            long word = (long) WORD.get(bytes, at + PAIR);
            int a = p[(int) word & 0xffff];
            int b = p[(int) (word >>> 16) & 0xffff];
            int c = p[(int) (word >>> 32) & 0xffff];
            int d = p[(int) (word >>> 48)];
            int first = before & (a >>> 8);
            int second = a & (b >>> 8);
            int third = b & (c >>> 8);
            if ((first | second | third | (c & (d >>> 8))) != 0) {
                return at + PAIR * (first != 0 ? 0 : second != 0 ? 1 : third != 0 ? 2 : 3);
            }
            before = d;
        }
        return at;
    }

    /** The same place when the automaton has to look at what is here. */
    private static int behindCharacter(byte[] bytes, int at, int to) {
        int b = bytes[at];
        if (b >= 0) {
            return isStop(b) ? at : at + 1;
        }
        return Utf8.endOfCharacter(bytes, at, to);
    }

    private static boolean isStop(int b) {
        return b == ESCAPE || b == '\\';
    }

    /** Whether the first bytes of a pattern are here, and it counts after what stands before. */
    private boolean mayStart(byte[] bytes, int from, int at, int to) {
        long[] m = members;
        // What stands before the first byte is not known here.
        long buckets = m[bytes[at] & 0xff] & (at == from ? BUCKETS : m[bytes[at - 1] & 0xff] >>> AFTER);
        int end = Math.min(to, at + PREFIX);
        for (int i = at + 1; buckets != 0 && i < end; i++) {
            buckets &= m[bytes[i] & 0xff] >>> (BUCKET_COUNT * (i - at));
        }
        return (buckets & BUCKETS) != 0;
    }

    /** Whether a whole pattern begins here from which something may follow, or may begin once more is read. */
    private boolean starts(byte[] bytes, int from, int start, int to) {
        boolean afterWord = start > from && ByteClasses.WORD[bytes[start - 1] & 0xff];
        return starts(exact, bytes, start, to, afterWord) || starts(folded, bytes, start, to, afterWord);
    }

    private boolean starts(RuleMatcher matcher, byte[] bytes, int start, int to, boolean afterWord) {
        int node = RuleMatcher.ROOT;
        for (int i = start; i < to; i++) {
            node = matcher.next(node, bytes[i] & 0xff);
            int length = i + 1 - start;
            if (matcher.depth(node) < length) {
                return false;
            }
            for (var rule : matcher.found(node)) {
                boolean isWhole = rule.pattern().length == length && (rule.afterWord() || !afterWord);
                if (isWhole && matters(rule, bytes, i + 1, to)) {
                    return true;
                }
            }
        }
        return true;
    }

    /** Most addresses come to nothing, and some logs are full of them. */
    private boolean matters(Rule rule, byte[] bytes, int end, int to) {
        return switch (rule.kind()) {
            case HOST, USER -> !isPlainAuthority(bytes, end, to);
            default -> true;
        };
    }

    /** Whether it ends here, and neither its user, its password nor its host is part of a secret. */
    private boolean isPlainAuthority(byte[] bytes, int start, int to) {
        int limit = Math.min(to, start + Redactor.MAX_HOST);
        for (int i = start; i < limit; i++) {
            byte b = bytes[i];
            if (b == ':' || b == '@') {
                return false;
            }
            if (ByteClasses.USER_END[b & 0xff]) {
                return b != '/' || !endsWithSecretHost(bytes, start, i + 1);
            }
        }
        return false;
    }

    private boolean endsWithSecretHost(byte[] bytes, int start, int end) {
        for (byte[] host : secretHosts) {
            int from = end - host.length;
            int i = host.length - 1;
            while (from >= start && i >= 0 && ByteClasses.fold(bytes[from + i]) == host[i]) {
                i--;
            }
            if (i < 0) {
                return true;
            }
        }
        return false;
    }

    /** Patterns are kept apart when one often begins with what another one goes on with, and short ones from long ones. */
    private static int bucketOf(Rule rule) {
        return switch (rule.pattern()[0]) {
            case 's' -> 0;
            case 'b', 'a' -> 1;
            case 'h' -> rule.kind().ignoresCase() ? 2 : 6;
            case 'g', '-' -> 3;
            case 'A', 'x', 'y', ':' -> 4;
            case 'n', 'e', 'r' -> 5;
            default -> 6;
        };
    }
}
