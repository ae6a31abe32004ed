package dev.runner.api;

/** Starts the API server. */
public final class ApiMain {
    private ApiMain() {}

    public static void main(String[] args) {}
}
