/**
 * The front end: the files that its build made, and the addresses that lead to it.
 *
 * <p>It must not know the API, jobs or people; whatever the pages show they fetch themselves. Start reading at
 * {@link dev.runner.api.web.WebResource}.
 */
@NullMarked
package dev.runner.api.web;

import org.jspecify.annotations.NullMarked;
