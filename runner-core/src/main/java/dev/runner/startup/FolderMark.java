package dev.runner.startup;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/**
 * The mark that says whose log folder this is. Workers end what runs of jobs that their database does not know, and
 * delete the logs of such jobs; in the folder of another installation that would be all of them.
 */
final class FolderMark {
    static final String NAME = ".installation";

    private FolderMark() {}

    /**
     * Whose folder it is; from now on one's own, if it was nobody's. However many try at once, all get the same answer.
     *
     * @throws IOException also when the mark says nothing that makes sense
     */
    static UUID settle(Path folder, UUID own) throws IOException {
        Path mark = folder.resolve(NAME);
        try {
            return read(mark);
        } catch (NoSuchFileException e) {
            leave(mark, own);
            return read(mark);
        }
    }

    private static UUID read(Path mark) throws IOException {
        String text = Files.readString(mark).strip();
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "%s holds no id; remove it if the folder belongs to this installation alone".formatted(mark), e);
        }
    }

    /** Written elsewhere and linked into place, which only one can do: nobody ever reads half a mark. */
    private static void leave(Path mark, UUID own) throws IOException {
        Path draft = Files.createTempFile(mark.resolveSibling(""), NAME, ".new");
        try {
            Files.writeString(draft, own + "\n", StandardOpenOption.SYNC);
            // It is no secret, and whoever made it, perhaps root with a check, all others must be able to read it.
            Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
            try {
                Files.createLink(mark, draft);
            } catch (FileAlreadyExistsException e) {
                return;
            } catch (UnsupportedOperationException | FileSystemException e) {
                leaveWithoutLink(mark, own);
            }
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Some file systems have no links. On those, who comes in the very moment may find the mark empty and say so. */
    private static void leaveWithoutLink(Path mark, UUID own) throws IOException {
        try {
            Files.writeString(mark, own + "\n", StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            // Somebody was quicker, and that is as good.
            return;
        }
    }
}
