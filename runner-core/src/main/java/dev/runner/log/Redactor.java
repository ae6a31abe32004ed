package dev.runner.log;

import static dev.runner.log.ByteClasses.HOST;
import static dev.runner.log.ByteClasses.TOKEN_END;
import static dev.runner.log.ByteClasses.URL_END;

import dev.runner.log.Rule.Kind;

/**
 * The automaton: takes raw bytes in chunks of any size and writes the redacted stream. After each chunk everything is
 * written that no later byte can change, and nothing else. Its state is as large as the longest pattern, however long a
 * secret is. Not thread-safe.
 */
final class Redactor {
    /** How many bytes must follow a prefix that also starts words; the length of an AWS key id after its prefix. */
    static final int TAIL_LENGTH = 16;

    /** No host name is longer; of a longer one only the end is masked, with the path, which holds the secret. */
    static final int MAX_HOST = 253;

    private static final int IN_TOKEN = 1;
    private static final int IN_URL = 2;
    private static final int IN_PASSWORD = 4;
    private static final int IN_KEY = 8;

    private static final int UPPER_OR_DIGIT = 0;
    private static final int ALPHANUMERIC = 1;
    private static final int KEY = 2;
    private static final boolean[][] TAIL_CLASSES = {
        ByteClasses.UPPER_OR_DIGIT, ByteClasses.ALPHANUMERIC, ByteClasses.KEY
    };

    private static final int SCHEME_LENGTH = "https://".length();
    private static final int NO_HOST = -1;
    private static final byte[] SURVIVORS = survivors();

    private final RuleMatcher exact;
    private final RuleMatcher folded;
    private final PlainText plain;
    private final RedactedBuffer out;
    private final HeldBytes held = new HeldBytes();
    private final UrlPassword password = new UrlPassword();

    private int exactNode = RuleMatcher.ROOT;
    private int foldedNode = RuleMatcher.ROOT;
    private int context = WordContext.BETWEEN;
    /** The kinds of secret that go on with the next byte. */
    private int inside;

    private boolean maskShown;
    /** Length of a prefix that ended with the last byte and lacks its first token byte, or 0. */
    private int tokenPrefix;

    private int urlPrefix;
    private boolean afterBearer;
    /** Length so far of prefix and tail, or 0. */
    private int tailed;

    private int tailMissing;
    private int tailClass;
    /** Bytes of host name after {@code https://}. */
    private int host = NO_HOST;

    Redactor(RedactionRules rules, RedactedBuffer out) {
        exact = rules.exact();
        folded = rules.folded();
        plain = rules.plain();
        this.out = out;
    }

    void feed(byte[] raw, int from, int to) {
        int i = from;
        while (i < to) {
            if (isBetweenPatterns()) {
                i = pass(raw, i, plain.skip(raw, i, to));
            }
            while (i < to) {
                step(raw[i++] & 0xff);
                if (isBetweenPatterns()) {
                    break;
                }
            }
        }
    }

    /** Shows or swallows text in which no pattern starts, up to the end of a secret at most; returns how far it came. */
    private int pass(byte[] raw, int from, int to) {
        int end = to;
        if (inside != 0) {
            end = from;
            while (end < to && (SURVIVORS[raw[end] & 0xff] & inside) == inside) {
                end++;
            }
        }
        if (end == from) {
            return from;
        }
        if (inside == 0) {
            out.characters(raw, from, end);
        } else if (!maskShown) {
            out.mask();
        }
        maskShown = inside != 0;
        context = ByteClasses.WORD[raw[end - 1] & 0xff] ? WordContext.IN_WORD : WordContext.BETWEEN;
        return end;
    }

    /** The stream ends here: what was held back is what it looks like. */
    void finish() {
        release(0);
        out.endSequence();
    }

    RedactorState state() {
        var numbers = new int[] {
            exactNode,
            foldedNode,
            context,
            inside,
            maskShown ? 1 : 0,
            tokenPrefix,
            urlPrefix,
            afterBearer ? 1 : 0,
            tailed,
            tailed == 0 ? 0 : tailMissing,
            tailed == 0 ? 0 : tailClass,
            host,
            password.state(),
            out.sequence()
        };
        return RedactorState.of(inside == 0 && isBetweenPatterns(), numbers, held.save());
    }

    void resume(RedactorState state) {
        int[] n = state.numbers();
        exactNode = n[0];
        foldedNode = n[1];
        context = n[2];
        inside = n[3];
        maskShown = n[4] != 0;
        tokenPrefix = n[5];
        urlPrefix = n[6];
        afterBearer = n[7] != 0;
        tailed = n[8];
        tailMissing = n[9];
        tailClass = n[10];
        host = n[11];
        password.resume(n[12]);
        out.resume(n[13]);
        held.restore(state.held());
    }

    private boolean isBetweenPatterns() {
        return (exactNode | foldedNode | held.size()) == 0
                && context <= WordContext.IN_WORD
                && host == NO_HOST
                && !afterBearer
                && password.isIdle()
                && out.betweenCharacters();
    }

    private void step(int b) {
        held.add(b, context == WordContext.IN_WORD);
        context = WordContext.next(context, b);
        boolean inPassword = (inside & IN_PASSWORD) != 0;
        if ((inPassword || !password.isIdle()) && password.nextOfHost(b, inPassword && b == '@', held)) {
            inside |= IN_PASSWORD;
        }
        inside &= SURVIVORS[b];
        advanceStarted(b);
        int hostBefore = host;
        if (host != NO_HOST) {
            host = HOST[b] && host < MAX_HOST ? host + 1 : NO_HOST;
        }
        exactNode = exact.next(exactNode, b);
        foldedNode = folded.next(foldedNode, b);
        boolean keyEnds = false;
        for (var rule : exact.found(exactNode)) {
            keyEnds |= rule.kind() == Kind.KEY_END;
            completeExact(rule);
        }
        for (var rule : folded.found(foldedNode)) {
            completeFolded(rule, hostBefore);
        }
        if (inside != 0) {
            held.mask(1, 0);
        }
        if (keyEnds) {
            inside &= ~IN_KEY;
        }
        release(undecided());
    }

    private void advanceStarted(int b) {
        if (tokenPrefix > 0) {
            if (!TOKEN_END[b]) {
                held.mask(tokenPrefix + 1, 0);
                inside |= IN_TOKEN;
            }
            tokenPrefix = 0;
        }
        if (urlPrefix > 0) {
            if (!URL_END[b]) {
                held.mask(urlPrefix + 1, 0);
                inside |= IN_URL;
            }
            urlPrefix = 0;
        }
        if (afterBearer && b != ' ' && b != '\t') {
            afterBearer = false;
            if (!TOKEN_END[b]) {
                inside |= IN_TOKEN;
            }
        }
        if (tailed > 0) {
            tailed = TAIL_CLASSES[tailClass][b] ? tailed + 1 : 0;
            if (tailed > 0 && --tailMissing == 0) {
                held.mask(tailed, 0);
                inside |= IN_TOKEN;
                tailed = 0;
            }
        }
        if (password.next(b, held)) {
            inside |= IN_PASSWORD;
        }
    }

    private void completeExact(Rule rule) {
        int length = rule.pattern().length;
        if (!rule.afterWord() && held.followsWord(length)) {
            return;
        }
        switch (rule.kind()) {
            case LITERAL -> held.mask(length, 0);
            case TOKEN -> tokenPrefix = Math.max(tokenPrefix, length);
            case UPPER_TAIL -> startTail(length, UPPER_OR_DIGIT);
            case ALPHANUMERIC_TAIL -> startTail(length, ALPHANUMERIC);
            case KEY_TAIL -> startTail(length, KEY);
            case KEY_BEGIN -> {
                held.mask(length, 0);
                inside |= IN_KEY;
            }
            // The other kinds are not found here, or change what comes after this byte only.
            default -> {}
        }
    }

    private void completeFolded(Rule rule, int hostBefore) {
        int length = rule.pattern().length;
        switch (rule.kind()) {
            case BEARER -> afterBearer = true;
            case URL -> urlPrefix = Math.max(urlPrefix, length);
            case URL_OF_HOST ->
                urlPrefix = Math.max(urlPrefix, hostBefore == NO_HOST ? length : SCHEME_LENGTH + hostBefore + 1);
            case HOST -> host = 0;
            case USER -> password.start();
            default -> {}
        }
    }

    /**
     * A tail that is being counted is kept: a second one can only start inside it after a dot or hyphen, so the first is
     * of the widest class and is complete no later than the second.
     */
    private void startTail(int length, int allowed) {
        if (tailed == 0) {
            tailed = length;
            tailMissing = TAIL_LENGTH;
            tailClass = allowed;
        }
    }

    private int undecided() {
        int count = Math.max(exact.depth(exactNode), folded.depth(foldedNode));
        count = Math.max(count, Math.max(tokenPrefix, urlPrefix));
        count = Math.max(count, Math.max(tailed, password.undecided()));
        return host == NO_HOST ? count : Math.max(count, SCHEME_LENGTH + host);
    }

    private void release(int keep) {
        while (held.size() > keep) {
            boolean masked = held.oldestIsMasked();
            int b = held.release();
            if (!masked) {
                out.raw(b);
            } else if (!maskShown) {
                out.mask();
            }
            maskShown = masked;
        }
    }

    /** Per byte, the kinds of secret it does not end. */
    private static byte[] survivors() {
        var survivors = new byte[256];
        for (int b = 0; b < 256; b++) {
            survivors[b] = (byte) (IN_KEY
                    | (TOKEN_END[b] ? 0 : IN_TOKEN)
                    | (URL_END[b] ? 0 : IN_URL)
                    | (ByteClasses.PASSWORD_END[b] ? 0 : IN_PASSWORD));
        }
        return survivors;
    }
}
