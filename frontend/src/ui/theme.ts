import { createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'blue',
  // Dark enough for white text on it, in both schemes.
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  // Where black text becomes easier to read than white.
  luminanceThreshold: 0.185,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Focus goes to the first item; the placeholder in its stead is no item, which a menu must not hold.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // A cross says nothing to those who cannot see it; where it closes something else, it is named there.
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
  },
});
