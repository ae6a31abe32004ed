/**
 * What a terminal would show of a row: colours and emphasis as data, everything else that an escape sequence can ask for
 * swallowed. The output is text and styles only, so nothing in a log can become markup; control characters never pass.
 */

/** One of the 256 palette colours, or `#rrggbb`. */
export type Color = number | `#${string}`;

export interface Style {
  readonly fg: Color | null;
  readonly bg: Color | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  readonly strike: boolean;
}

export interface Segment {
  readonly text: string;
  readonly style: Style;
}

export const PLAIN: Style = {
  fg: null,
  bg: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
  strike: false,
};

/** Where in a sequence the text so far ends. A sequence may go on in the next row of the same line. */
type Mode = 'ground' | 'escape' | 'intermediate' | 'csi' | 'string' | 'stringEscape';

/** What one row leaves to the next. */
export interface Carry {
  readonly style: Style;
  readonly mode: Mode;
  readonly params: string;
  readonly isOsc: boolean;
}

export const FRESH: Carry = { style: PLAIN, mode: 'ground', params: '', isOsc: false };

/** Rows have at most 4096 bytes; a cursor that was sent further right is kept within this. */
const MAX_COLUMN = 4096;
/** Longer parameters are swallowed, but mean nothing. */
const MAX_PARAMS = 128;
const TAB = 8;

/**
 * Anything that needs a closer look: controls, C1 controls, separators that browsers break lines at, and characters that
 * turn the direction of what follows (a log must not be able to show `txt.exe` for `exe.txt`).
 */
// eslint-disable-next-line no-control-regex
const SPECIAL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/;

/** The segments of a row that begins in the state `carry`, and the state it ends in. */
export function parseRow(text: string, carry: Carry): { segments: Segment[]; carry: Carry } {
  if (carry.mode === 'ground' && !SPECIAL.test(text)) {
    return { segments: text === '' ? [] : [{ text, style: carry.style }], carry };
  }
  return new Screen(carry).take(text);
}

/** What the next line begins with: the style goes on, a sequence that was cut by the newline does not. */
export function nextLine(carry: Carry): Carry {
  return carry.mode === 'ground' ? carry : { ...FRESH, style: carry.style };
}

/** The text of a row as a terminal would leave it, without styles. */
export function plainText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return textOf(parseRow(text, FRESH).segments);
}

export function textOf(segments: readonly Segment[]): string {
  return segments.map((segment) => segment.text).join('');
}

/** One row of cells with a cursor. */
class Screen {
  private readonly chars: string[] = [];
  private readonly styles: Style[] = [];
  private column = 0;
  private style: Style;
  private mode: Mode;
  private params: string;
  private isOsc: boolean;

  constructor(carry: Carry) {
    this.style = carry.style;
    this.mode = carry.mode;
    this.params = carry.params;
    this.isOsc = carry.isOsc;
  }

  take(text: string): { segments: Segment[]; carry: Carry } {
    for (let i = 0; i < text.length; i++) {
      const code = text.codePointAt(i) ?? 0;
      if (code > 0xffff) i++;
      this.next(code);
    }
    return {
      segments: this.segments(),
      carry: { style: this.style, mode: this.mode, params: this.params, isOsc: this.isOsc },
    };
  }

  private next(code: number): void {
    switch (this.mode) {
      case 'ground':
        return this.ground(code);
      case 'escape':
        return this.escape(code);
      case 'intermediate':
        // Such as the second byte of a choice of character set; ends with its final byte.
        if (code >= 0x20 && code <= 0x2f) return;
        this.mode = 'ground';
        if (code < 0x20 || code > 0x7e) this.next(code);
        return;
      case 'csi':
        return this.csi(code);
      case 'string':
        return this.string(code);
      case 'stringEscape':
        // ESC \ ends the string; any other escape ends it as well, and begins something of its own.
        this.mode = 'ground';
        if (code !== 0x5c) {
          this.mode = 'escape';
          this.next(code);
        }
        return;
    }
  }

  private ground(code: number): void {
    if (code >= 0x20 && code < 0x7f) this.put(String.fromCharCode(code));
    else if (code === 0x1b) this.mode = 'escape';
    else if (code === 0x0d) this.column = 0;
    else if (code === 0x08) this.column = Math.max(0, this.column - 1);
    else if (code === 0x09) this.tab();
    else if (code === 0x07 || code === 0x0a || code === 0x0e || code === 0x0f) return;
    else if (code < 0x20) this.put(String.fromCharCode(0x2400 + code));
    else if (code === 0x7f) this.put('\u2421');
    else if (code >= 0x80 && code <= 0x9f) this.c1(code);
    else if (code === 0x2028 || code === 0x2029) this.put('\u2424');
    else if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return;
    else if (code === 0xfeff) return;
    else this.put(String.fromCodePoint(code));
  }

  private c1(code: number): void {
    if (code === 0x9b) this.begin('csi');
    else if (code === 0x9d) this.begin('string', true);
    else if (code === 0x90 || code === 0x98 || code === 0x9e || code === 0x9f) this.begin('string');
  }

  private escape(code: number): void {
    if (code === 0x5b) this.begin('csi');
    else if (code === 0x5d) this.begin('string', true);
    else if (code === 0x50 || code === 0x58 || code === 0x5e || code === 0x5f) this.begin('string');
    else if (code >= 0x20 && code <= 0x2f) this.mode = 'intermediate';
    else if (code === 0x1b) return;
    else {
      this.mode = 'ground';
      // A final byte ends the sequence; anything else never belonged to one.
      if (code < 0x30 || code > 0x7e) this.next(code);
    }
  }

  private begin(mode: Mode, isOsc = false): void {
    this.mode = mode;
    this.params = '';
    this.isOsc = isOsc;
  }

  private csi(code: number): void {
    if (code >= 0x20 && code <= 0x3f) {
      if (this.params.length < MAX_PARAMS) this.params += String.fromCharCode(code);
    } else if (code >= 0x40 && code <= 0x7e) {
      this.mode = 'ground';
      this.control(code);
    } else if (code === 0x1b) {
      this.mode = 'escape';
    } else if (code > 0x7e || code === 0x18 || code === 0x1a) {
      this.mode = 'ground';
      if (code > 0x7f) this.next(code);
    } else if (code === 0x0d || code === 0x08) {
      // Terminals obey these in the midst of a sequence.
      this.ground(code);
    }
  }

  private string(code: number): void {
    if (code === 0x1b) this.mode = 'stringEscape';
    else if (code === 0x9c || code === 0x18 || code === 0x1a || (code === 0x07 && this.isOsc))
      this.mode = 'ground';
  }

  /** The few sequences that matter to one row: colours, and what progress bars use to redraw themselves. */
  private control(final: number): void {
    if (this.params.length >= MAX_PARAMS) return;
    if (final === 0x6d) {
      if (/^[\d;:]*$/.test(this.params)) this.style = applySgr(this.style, this.params);
      return;
    }
    if (!/^\d*$/.test(this.params)) return;
    const n = this.params === '' ? 0 : Number(this.params);
    if (final === 0x4b) this.eraseLine(n);
    else if (final === 0x47) this.column = Math.min(Math.max(n, 1), MAX_COLUMN) - 1;
    else if (final === 0x43) this.column = Math.min(this.column + Math.max(n, 1), MAX_COLUMN);
    else if (final === 0x44) this.column = Math.max(this.column - Math.max(n, 1), 0);
  }

  private eraseLine(how: number): void {
    if (how === 0) {
      this.chars.length = Math.min(this.chars.length, this.column);
      this.styles.length = this.chars.length;
    } else if (how === 2) {
      this.chars.length = 0;
      this.styles.length = 0;
    } else if (how === 1) {
      for (let i = 0; i <= this.column && i < this.chars.length; i++) {
        this.chars[i] = ' ';
        this.styles[i] = PLAIN;
      }
    }
  }

  private tab(): void {
    const stop = Math.min(this.column + TAB - (this.column % TAB), MAX_COLUMN);
    // A terminal only moves; cells that were never written show as blanks.
    this.column = stop;
    this.fill(stop);
  }

  private put(char: string): void {
    this.fill(this.column);
    this.chars[this.column] = char;
    this.styles[this.column] = this.style;
    // A cursor that was pushed to the edge overwrites the last cell, as at the right edge of a terminal.
    if (this.column < 2 * MAX_COLUMN) this.column++;
  }

  private fill(upTo: number): void {
    while (this.chars.length < upTo) {
      this.chars.push(' ');
      this.styles.push(PLAIN);
    }
  }

  private segments(): Segment[] {
    const segments: Segment[] = [];
    let from = 0;
    for (let i = 1; i <= this.chars.length; i++) {
      if (i < this.chars.length && this.styles[i] === this.styles[from]) continue;
      segments.push({ text: this.chars.slice(from, i).join(''), style: this.styles[from] ?? PLAIN });
      from = i;
    }
    return segments;
  }
}

/** The style after a "select graphic rendition" with these parameters. */
export function applySgr(style: Style, params: string): Style {
  let next: Style = style;
  const parts = params.split(';');
  for (let i = 0; i < parts.length; i++) {
    const [head = '', ...sub] = (parts[i] ?? '').split(':');
    const code = head === '' ? 0 : Number(head);
    if (code === 38 || code === 48) {
      const inline = sub.length > 0;
      const args = inline ? sub : parts.slice(i + 1);
      const { color, used } = extendedColor(args, inline);
      if (!inline) i += used;
      if (color !== null) next = code === 38 ? { ...next, fg: color } : { ...next, bg: color };
    } else if (code === 4 && sub.length > 0) {
      next = { ...next, underline: sub[0] !== '0' };
    } else {
      next = simpleSgr(next, code);
    }
  }
  return same(next, PLAIN) ? PLAIN : next;
}

function simpleSgr(style: Style, code: number): Style {
  if (code >= 30 && code <= 37) return { ...style, fg: code - 30 };
  if (code >= 40 && code <= 47) return { ...style, bg: code - 40 };
  if (code >= 90 && code <= 97) return { ...style, fg: code - 90 + 8 };
  if (code >= 100 && code <= 107) return { ...style, bg: code - 100 + 8 };
  switch (code) {
    case 0:
      return PLAIN;
    case 1:
      return { ...style, bold: true };
    case 2:
      return { ...style, dim: true };
    case 3:
      return { ...style, italic: true };
    case 4:
    case 21:
      return { ...style, underline: true };
    case 7:
      return { ...style, inverse: true };
    case 9:
      return { ...style, strike: true };
    case 22:
      return { ...style, bold: false, dim: false };
    case 23:
      return { ...style, italic: false };
    case 24:
      return { ...style, underline: false };
    case 27:
      return { ...style, inverse: false };
    case 29:
      return { ...style, strike: false };
    case 39:
      return { ...style, fg: null };
    case 49:
      return { ...style, bg: null };
    default:
      // Blinking, hiding and the rest: nothing in a log shall be hidden from its reader.
      return style;
  }
}

/** `5;n` or `2;r;g;b`; with colons `2::r:g:b` (a colour space, mostly empty, comes first) as well. */
function extendedColor(args: readonly string[], inline: boolean): { color: Color | null; used: number } {
  if (args[0] === '5') {
    const n = byte(args[1]);
    return { color: n, used: 2 };
  }
  if (args[0] === '2') {
    const from = inline && args.length > 4 ? 2 : 1;
    const [r, g, b] = [byte(args[from]), byte(args[from + 1]), byte(args[from + 2])];
    const color = r === null || g === null || b === null ? null : rgb(r, g, b);
    return { color, used: 4 };
  }
  return { color: null, used: 1 };
}

function byte(text: string | undefined): number | null {
  const value = text === undefined || text === '' ? 0 : Number(text);
  return Number.isInteger(value) && value >= 0 && value <= 255 ? value : null;
}

function rgb(r: number, g: number, b: number): `#${string}` {
  return `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`;
}

const LEVELS = [0, 95, 135, 175, 215, 255] as const;

/** The palette's fixed part (16 to 255: a cube of colours and a ramp of greys) as `#rrggbb`. */
export function paletteColor(index: number): `#${string}` {
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return rgb(grey, grey, grey);
  }
  const n = index - 16;
  return rgb(
    LEVELS[Math.floor(n / 36) % 6] ?? 0,
    LEVELS[Math.floor(n / 6) % 6] ?? 0,
    LEVELS[((n % 6) + 6) % 6] ?? 0,
  );
}

function same(a: Style, b: Style): boolean {
  return (
    a.fg === b.fg &&
    a.bg === b.bg &&
    a.bold === b.bold &&
    a.dim === b.dim &&
    a.italic === b.italic &&
    a.underline === b.underline &&
    a.inverse === b.inverse &&
    a.strike === b.strike
  );
}
