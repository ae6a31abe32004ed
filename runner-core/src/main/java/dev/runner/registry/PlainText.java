package dev.runner.registry;

import java.util.Optional;

/** Which characters may reach a command line at all. */
final class PlainText {
    private PlainText() {}

    /**
     * Why this text cannot stand in an argv, or empty.
     *
     * <p>NUL would end the element early in {@code exec}; line breaks and other controls could forge lines in the log;
     * a lone surrogate has no UTF-8 form, so the program would see another text than the one that was hashed.
     */
    static Optional<String> problem(String text) {
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            if (Character.isISOControl(point) || point == 0x2028 || point == 0x2029) {
                return Optional.of("contains a control character or line break");
            }
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                return Optional.of("contains half of a surrogate pair");
            }
            i += Character.charCount(point);
        }
        return Optional.empty();
    }

    /** Whether a program could take this element for an option, or for a file to read more options from. */
    static boolean readsAsOption(String element) {
        return element.startsWith("-") || element.startsWith("@");
    }
}
