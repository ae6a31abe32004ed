package dev.runner.account;

/** The answer of {@link UserAdministration#update}. */
public sealed interface UpdateOutcome {
    record Updated(User user) implements UpdateOutcome {}

    /** Nobody would be left who can log in and manage users; nothing was changed. */
    record LastAdministrator(User user) implements UpdateOutcome {}

    record Unknown() implements UpdateOutcome {}
}
