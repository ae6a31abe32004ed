package dev.runner.testing;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Classes made to break an architecture rule. They are written as class files, so that one can stand in any package of
 * ours and use libraries that its module cannot even see.
 */
public final class Offender {
    private static final int STATIC = ClassFile.ACC_STATIC;

    private Offender() {}

    /** A class of the first name with a field of the second. */
    public static JavaClasses using(String name, String used) {
        return imported(name, field(name, used));
    }

    /** Two classes that use each other. */
    public static JavaClasses usingEachOther(String one, String other) {
        try {
            Path folder = Files.createTempDirectory("offender");
            write(folder, one, field(one, other));
            write(folder, other, field(other, one));
            return new ClassFileImporter().importPath(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A class that calls a static method without arguments which returns its own type, e.g. {@code Instant.now()}. */
    public static JavaClasses calling(String name, Class<?> owner, String method) {
        ClassDesc type = owner.describeConstable().orElseThrow();
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        c -> c.withMethodBody(
                                "offend",
                                MethodTypeDesc.of(ConstantDescs.CD_void),
                                STATIC,
                                code -> code.invokestatic(type, method, MethodTypeDesc.of(type))
                                        .pop()
                                        .return_()));
        return imported(name, bytes);
    }

    /** A class that has the runtime start a program. */
    public static JavaClasses startingAProgram(String name) {
        ClassDesc runtime = ClassDesc.of("java.lang.Runtime");
        MethodTypeDesc exec = MethodTypeDesc.of(ClassDesc.of("java.lang.Process"), ConstantDescs.CD_String);
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        c -> c.withMethodBody(
                                "offend",
                                MethodTypeDesc.of(ConstantDescs.CD_void),
                                STATIC,
                                code -> code.invokestatic(runtime, "getRuntime", MethodTypeDesc.of(runtime))
                                        .loadConstant("true")
                                        .invokevirtual(runtime, "exec", exec)
                                        .pop()
                                        .return_()));
        return imported(name, bytes);
    }

    private static byte[] field(String name, String used) {
        return ClassFile.of().build(ClassDesc.of(name), c -> c.withField("used", ClassDesc.of(used), STATIC));
    }

    private static JavaClasses imported(String name, byte[] bytes) {
        try {
            Path folder = Files.createTempDirectory("offender");
            write(folder, name, bytes);
            return new ClassFileImporter().importPath(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path folder, String name, byte[] bytes) throws IOException {
        Path file = folder.resolve(name.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        // Imported before the JVM ends; nothing else needs them.
        file.toFile().deleteOnExit();
    }
}
