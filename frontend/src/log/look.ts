import type { CSSProperties } from 'react';
import { paletteColor, type Color, type Style } from './ansi';

/** What programs mean by the sixteen named colours, where they stand on a background of the program's own choice. */
const NAMED = [
  '#000000',
  '#b3261e',
  '#1f883d',
  '#9a6700',
  '#2456c4',
  '#9333a8',
  '#13768a',
  '#c9ced6',
  '#5b6470',
  '#ff7b72',
  '#56d364',
  '#e3b341',
  '#79a8ff',
  '#dd8bff',
  '#56d4dd',
  '#ffffff',
] as const;

/** How a segment is drawn; `kind` is a class of the style sheet that makes free colours readable in both schemes. */
export interface Look {
  readonly kind: 'plain' | 'free' | 'inverse';
  readonly css: CSSProperties;
}

export function lookOf(style: Style): Look {
  const css: CSSProperties & Record<'--c', string | undefined> = { '--c': undefined };
  if (style.bold) css.fontWeight = 700;
  if (style.dim) css.opacity = 0.75;
  if (style.italic) css.fontStyle = 'italic';
  const lines = [style.underline && 'underline', style.strike && 'line-through'].filter(Boolean);
  if (lines.length > 0) css.textDecoration = lines.join(' ');

  const [fg, bg] = style.inverse ? [style.bg, style.fg] : [style.fg, style.bg];
  if (style.inverse && fg === null && bg === null) return { kind: 'inverse', css };
  if (bg !== null) {
    css.backgroundColor = fixed(bg);
    css.color = fg === null ? readableOn(fixed(bg)) : fixed(fg);
    return { kind: 'plain', css };
  }
  if (fg === null) return { kind: style.inverse ? 'inverse' : 'plain', css };
  if (typeof fg === 'number' && fg < 16) {
    // The scheme's own sixteen, chosen to be readable on its background.
    css.color = `var(--ansi-${fg})`;
    return { kind: 'plain', css };
  }
  css['--c'] = fixed(fg);
  return { kind: 'free', css };
}

function fixed(color: Color): string {
  if (typeof color === 'string') return color;
  return NAMED[color] ?? paletteColor(color);
}

/** Black or white, whichever stands out more. */
export function readableOn(hex: string): string {
  const value = parseInt(hex.slice(1), 16);
  const light = [value >> 16, (value >> 8) & 255, value & 255].map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [r = 0, g = 0, b = 0] = light;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff';
}
