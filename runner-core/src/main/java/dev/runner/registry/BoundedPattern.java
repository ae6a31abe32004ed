package dev.runner.registry;

import java.util.regex.Pattern;

/**
 * A regular expression that matches a whole text within a number of steps linear in its length.
 *
 * <p>{@code java.util.regex} backtracks, and a short value can make a careless pattern such as {@code (a+)+b} run for
 * years. The steps are counted by counting character reads; a value that uses them up does not match. Counting rather
 * than timing keeps the answer the same on every machine, so the API and the worker never disagree.
 */
public final class BoundedPattern {
    /** Ordinary patterns read a character a handful of times; this leaves room for alternatives. */
    private static final int READS_PER_CHARACTER = 256;

    private final Pattern pattern;

    private BoundedPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /** Throws {@link java.util.regex.PatternSyntaxException} when the expression is malformed. */
    public static BoundedPattern of(String source) {
        return new BoundedPattern(Pattern.compile(source));
    }

    public String source() {
        return pattern.pattern();
    }

    public boolean matches(String text) {
        try {
            return pattern.matcher(new Metered(text)).matches();
        } catch (OutOfReads e) {
            return false;
        } catch (StackOverflowError e) {
            // A repeated group recurses once per repetition; like too many reads, this is the pattern's fault, and
            // must end this one request only.
            return false;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BoundedPattern that && source().equals(that.source());
    }

    @Override
    public int hashCode() {
        return source().hashCode();
    }

    @Override
    public String toString() {
        return source();
    }

    /** Counts reads; {@code subSequence} is not used while matching. */
    private static final class Metered implements CharSequence {
        private final String text;
        private long left;

        Metered(String text) {
            this.text = text;
            this.left = (text.length() + 16L) * READS_PER_CHARACTER;
        }

        @Override
        public char charAt(int index) {
            if (left-- <= 0) {
                throw new OutOfReads();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final class OutOfReads extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutOfReads() {
            super("too many steps", null, false, false);
        }
    }
}
