/**
 * Reads settings: defaults, then the environment, then flags; all problems are collected and told together.
 *
 * <p>It must not know what a setting is for; each component has a small record of its own. Start reading at
 * {@link dev.runner.config.Environment}.
 */
@NullMarked
package dev.runner.config;

import org.jspecify.annotations.NullMarked;
