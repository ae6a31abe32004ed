package dev.runner.log;

import java.io.IOException;
import java.util.ArrayList;

/**
 * One search: Knuth-Morris-Pratt over characters, so that neither a line without end nor a text that nearly matches
 * everywhere costs more than one step per byte. Not thread-safe.
 */
final class SearchPass {
    private final LogView view;
    private final LogSearch search;
    private final int[] wanted;
    private final int[] fallback;
    /** The bytes a match can start with; looking at the others more closely would decide the speed. */
    private final boolean[] mayStart = new boolean[256];
    /** Where the last characters started, as many as are wanted. */
    private final long[] starts;

    private final ArrayList<Place> places = new ArrayList<>();
    private int matched;
    private long characters;
    private int character;
    private int missing;

    SearchPass(LogView view, LogSearch search) {
        this.view = view;
        this.search = search;
        wanted = search.text().codePoints().map(this::fold).toArray();
        fallback = fallbacks(wanted);
        starts = new long[wanted.length];
        for (int b = 0; b < mayStart.length; b++) {
            mayStart[b] = b < 0x80 ? fold(b) == wanted[0] : Utf8.length(b) > 0;
        }
    }

    LogSearch.Result run() throws IOException {
        long reached = search.fromOffset();
        boolean stopped = false;
        var scan = view.from(search.fromOffset());
        while (!stopped && scan.next()) {
            int i = Math.clamp(search.fromOffset() - scan.offset(), 0, scan.length());
            byte[] bytes = scan.bytes();
            while (i < scan.length() && places.size() < search.maxHits()) {
                if (matched > 0 || missing > 0 || mayStart[bytes[i] & 0xff]) {
                    take(bytes[i], scan.offset() + i);
                }
                i++;
            }
            reached = Math.max(reached, scan.offset() + i);
            stopped = places.size() == search.maxHits() || reached - search.fromOffset() >= search.maxScan();
        }
        var hits = new ArrayList<LogSearch.Hit>();
        for (var place : places) {
            hits.add(Excerpts.hit(view, place.offset, place.length));
        }
        // What has matched so far may go on in bytes that are not there yet.
        long next = matched > 0 && !(view.finished() && !stopped) ? startOf(matched) : reached;
        return new LogSearch.Result(hits, next, view.finished() && !stopped);
    }

    private void take(byte b, long at) {
        if (b >= 0) {
            starts[(int) (characters++ % starts.length)] = at;
            match(b, at);
        } else if (!Utf8.isContinuation(b)) {
            starts[(int) (characters++ % starts.length)] = at;
            missing = Utf8.length(b & 0xff) - 1;
            character = b & (0x3f >> missing);
        } else if (missing > 0) {
            character = (character << 6) | (b & 0x3f);
            if (--missing == 0) {
                match(character, at);
            }
        }
    }

    private void match(int codePoint, long lastByte) {
        int c = fold(codePoint);
        while (matched > 0 && wanted[matched] != c) {
            matched = fallback[matched - 1];
        }
        if (wanted[matched] == c && ++matched == wanted.length) {
            long start = startOf(matched);
            places.add(new Place(start, (int) (lastByte + 1 - start)));
            matched = 0;
        }
    }

    private long startOf(int charactersBack) {
        return starts[(int) ((characters - charactersBack) % starts.length)];
    }

    private int fold(int codePoint) {
        return search.ignoreCase() ? Character.toLowerCase(Character.toUpperCase(codePoint)) : codePoint;
    }

    private static int[] fallbacks(int[] wanted) {
        var fallback = new int[wanted.length];
        int length = 0;
        for (int i = 1; i < wanted.length; i++) {
            while (length > 0 && wanted[i] != wanted[length]) {
                length = fallback[length - 1];
            }
            if (wanted[i] == wanted[length]) {
                length++;
            }
            fallback[i] = length;
        }
        return fallback;
    }

    private record Place(long offset, int length) {}
}
