package dev.runner.api.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.runner.api.http.Json;
import dev.runner.job.JobStatus;
import dev.runner.log.LogPiece;

/** What the server says, as JSON. */
final class Frames {
    private Frames() {}

    static String log(LogPiece piece) {
        return json(new Log(
                "log", piece.offset(), piece.nextOffset(), piece.row(), piece.line(), piece.column(), piece.content()));
    }

    static String skipped(long from, long to) {
        return json(new Skipped("skipped", from, to));
    }

    static String status(JobStatus status) {
        return json(new Status("status", status.text()));
    }

    static String end(long nextOffset, JobStatus status) {
        return json(new End("end", nextOffset, status.text()));
    }

    private static String json(Object frame) {
        try {
            return Json.mapper().writeValueAsString(frame);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a frame could not be written as JSON", e);
        }
    }

    private record Log(String type, long offset, long nextOffset, long row, long line, int column, String content) {}

    private record Skipped(String type, long from, long to) {}

    private record Status(String type, String status) {}

    private record End(String type, long nextOffset, String status) {}
}
