package dev.runner.worker.launcher;

/** Says which host this is, as a worker sees it. */
final class IdentityMain {
    private IdentityMain() {}

    public static void main(String[] args) {
        System.out.println("host: " + WorkerIdentity.create("test").host());
    }
}
