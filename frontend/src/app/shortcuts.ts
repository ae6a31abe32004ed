/** Keys that work on every page; pages add their own to the sheet. A pair is pressed one after the other. */
export const SHORTCUTS = [
  { keys: 'Ctrl K', does: 'Search, commands' },
  { keys: '?', does: 'This sheet' },
  { keys: 'n', does: 'New run' },
  { keys: 'g r', does: 'Go to the runs' },
  { keys: 'g o', does: 'Go to the overview' },
  { keys: 'g w', does: 'Go to the workers' },
  { keys: 'g a', does: 'Go to your account' },
] as const;

/** Keys of single pages, by the page's name. */
export const PAGE_SHORTCUTS: Record<string, readonly { keys: string; does: string }[]> = {
  'On a run': [
    { keys: 'c', does: 'Cancel it' },
    { keys: 'r', does: 'Run it again' },
    { keys: 'f', does: 'Follow the log, or pause' },
    { keys: '/', does: 'Search the log' },
    { keys: 'e', does: 'First error in the log' },
  ],
  'Comparing two runs': [
    { keys: 'j', does: 'Next change' },
    { keys: 'k', does: 'Previous change' },
  ],
  Runs: [
    { keys: 'j', does: 'Next run' },
    { keys: 'k', does: 'Previous run' },
    { keys: 'Enter', does: 'Open the run' },
    { keys: 'x', does: 'Select the run to compare' },
    { keys: '/', does: 'Search' },
  ],
};

/** Whether a key press was meant for a field, not for the page. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(input|textarea|select)$/i.test(target.tagName) ||
      target.closest('[role="dialog"]') !== null)
  );
}
