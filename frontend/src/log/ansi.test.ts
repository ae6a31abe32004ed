import { describe, expect, it } from 'vitest';
import { seeded } from '../test/random';
import { applySgr, FRESH, nextLine, paletteColor, parseRow, PLAIN, plainText, textOf } from './ansi';

const ESC = '\u001b';
const BEL = '\u0007';

function segments(text: string) {
  return parseRow(text, FRESH).segments;
}

/** The style of the first segment, as it differs from plain. */
function styleOf(text: string) {
  return { ...segments(text)[0]?.style };
}

describe('colours and emphasis', () => {
  it('leaves text without sequences alone', () => {
    expect(segments('[1/4] collect ... ok')).toEqual([{ text: '[1/4] collect ... ok', style: PLAIN }]);
  });

  it('has nothing to show for an empty row', () => {
    expect(segments('')).toEqual([]);
  });

  it.each([
    ['31', { fg: 1 }],
    ['97', { fg: 15 }],
    ['42', { bg: 2 }],
    ['107', { bg: 15 }],
    ['1;2;3;4;7;9', { bold: true, dim: true, italic: true, underline: true, inverse: true, strike: true }],
    ['38;5;208', { fg: 208 }],
    ['48;5;0', { bg: 0 }],
    ['38;2;255;128;0', { fg: '#ff8000' }],
    ['38:2::255:128:0', { fg: '#ff8000' }],
    ['38:2:255:128:0', { fg: '#ff8000' }],
    ['38:5:12', { fg: 12 }],
    ['48;2;1;2;3;1', { bg: '#010203', bold: true }],
    ['4:3', { underline: true }],
    ['31;', {}],
    ['1;22', {}],
    ['31;39', {}],
    ['38;5;300', {}],
    ['38;2;1;2;999', {}],
    ['38', {}],
    ['38;5', { fg: 0 }],
    ['5;8', {}],
    ['999999999999', {}],
  ])('reads %s', (params, expected) => {
    expect(applySgr(PLAIN, params)).toEqual({ ...PLAIN, ...expected });
  });

  it('begins a new segment where the style changes', () => {
    expect(segments(`a${ESC}[31mb${ESC}[0mc`).map((s) => [s.text, s.style.fg])).toEqual([
      ['a', null],
      ['b', 1],
      ['c', null],
    ]);
  });

  it('carries a style into the next line', () => {
    const { carry } = parseRow(`${ESC}[32mgreen`, FRESH);
    expect(parseRow('still', nextLine(carry)).segments[0]?.style.fg).toBe(2);
  });

  it('does not hide what asks to be hidden', () => {
    expect(plainText(`${ESC}[8msecret`)).toBe('secret');
  });

  it.each([
    [16, '#000000'],
    [21, '#0000ff'],
    [196, '#ff0000'],
    [231, '#ffffff'],
    [232, '#080808'],
    [255, '#eeeeee'],
  ])('knows the palette colour %d', (index, color) => expect(paletteColor(index)).toBe(color));
});

describe('everything else an escape sequence can be', () => {
  it.each([
    ['a title, ended by BEL', `a${ESC}]0;owned${BEL}b`],
    ['a title, ended by ST', `a${ESC}]0;owned${ESC}\\b`],
    ['a title, ended by the C1 form of ST', `a\u009d0;owned\u009cb`],
    ['a link', `a${ESC}]8;;https://evil.example/${ESC}\\b${ESC}]8;;${ESC}\\`],
    ['the clipboard', `a${ESC}]52;c;ZXZpbA==${BEL}b`],
    ['a device control string', `a${ESC}Pq#0;2;0;0;0~-${ESC}\\b`],
    ['an application command', `a${ESC}_G f=100;AAAA${ESC}\\b`],
    ['a privacy message', `a${ESC}^hidden${ESC}\\b`],
    ['clearing the screen', `a${ESC}[2J${ESC}[Hb`],
    ['cursor up', `a${ESC}[10Ab`],
    ['a private mode', `a${ESC}[?1049hb`],
    ['a choice of character set', `a${ESC}(0b`],
    ['two intermediate bytes', `a${ESC}$(Bb`],
    ['a keypad mode', `a${ESC}=b`],
    ['a reset', `a${ESC}cb`],
    ['a C1 control sequence', `a\u009b31mb`],
    ['an endless parameter', `a${ESC}[${'1;'.repeat(500)}mb`],
    ['a sequence within a sequence', `a${ESC}[3${ESC}[4mb`],
    ['a cancelled sequence', `a${ESC}[31\u0018b`],
    ['a cancelled string', `a${ESC}]0;x\u0018b`],
  ])('swallows %s', (_, text) => expect(plainText(text)).toBe('ab'));

  it.each([
    ['an escape', `a${ESC}`],
    ['a control sequence', `a${ESC}[31;4`],
    ['a title', `a${ESC}]0;never ends`],
    ['a string at its escape', `a${ESC}Pabc${ESC}`],
    ['a character set', `a${ESC}(`],
  ])('swallows %s that is cut', (_, text) => expect(plainText(text)).toBe('a'));

  it('goes on with a cut sequence in the next row of the same line', () => {
    const first = parseRow(`red: ${ESC}[3`, FRESH);
    const second = parseRow('1mtext', first.carry);
    expect(second.segments).toEqual([{ text: 'text', style: { ...PLAIN, fg: 1 } }]);
  });

  it('lets no sequence outlive its line', () => {
    const first = parseRow(`${ESC}]0;never ends`, FRESH);
    expect(textOf(parseRow('visible', nextLine(first.carry)).segments)).toBe('visible');
  });

  it('shows a character that breaks a sequence', () => {
    expect(plainText(`a${ESC}[31äb`)).toBe('aäb');
    expect(plainText(`a${ESC}äb`)).toBe('aäb');
  });
});

describe('the row as a terminal would leave it', () => {
  it.each([
    ['progress 10%\rprogress 20%', 'progress 20%'],
    ['abc\rX', 'Xbc'],
    ['windows line\r', 'windows line'],
    ['long text\r\u001b[Kok', 'ok'],
    ['long text\u001b[2K\rok', 'ok'],
    ['abc\u001b[1Kd', '   d'],
    ['npm\u001b[1G\u001b[0Kdone', 'done'],
    ['abcd\u001b[2DX', 'abXd'],
    ['a\u001b[3Cb', 'a   b'],
    ['ab\bc', 'ac'],
    ['\b\b\ba', 'a'],
    ['a\tb', 'a       b'],
    ['12345678\tb', '12345678        b'],
    ['😀a\r😎', '😎a'],
  ])('%j shows %j', (text, shown) => expect(plainText(text)).toBe(shown));

  it('keeps a cursor within bounds, however far it is sent', () => {
    expect(plainText(`${ESC}[999999999Cx`).length).toBeLessThan(5000);
    expect(plainText(`${ESC}[999999999Gx`).length).toBeLessThan(5000);
  });

  it('shows control characters as signs, and drops those that only ring or shift', () => {
    expect(plainText('a\u0000b\u0001c\u007fd\u0007e\u000ef')).toBe('a␀b␁c␡def');
  });

  it('drops characters that turn the direction of text, and shows line separators', () => {
    expect(plainText('\u202etxt.exe\u202c a\u2028b\u2029c')).toBe('txt.exe a␤b␤c');
  });

  it('takes markup for the text that it is', () => {
    expect(segments('<script>alert(1)</script>')).toEqual([
      { text: '<script>alert(1)</script>', style: PLAIN },
    ]);
  });
});

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

describe('hostile input', () => {
  const pieces = [
    ESC,
    BEL,
    '[',
    ']',
    'P',
    '_',
    '\\',
    ';',
    ':',
    '?',
    '0',
    '31',
    '38;5;',
    '48;2;',
    'm',
    'K',
    'G',
    'C',
    'D',
    '(',
    'B',
    '\r',
    '\b',
    '\t',
    '\u0000',
    '\u0018',
    '\u0085',
    '\u009b',
    '\u009c',
    '\u009d',
    '\u202e',
    '\ud800',
    '\udc00',
    '😀',
    'é',
    'x',
    ' ',
    '<b>',
    '\u007f',
    '999999999',
  ];

  it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
    'never throws and lets no control pass (%d)',
    (seed) => {
      const random = seeded(seed);
      let carry = FRESH;
      for (let row = 0; row < 50; row++) {
        let text = '';
        for (let n = random(120); n >= 0; n--) text += pieces[random(pieces.length)];
        const parsed = parseRow(text, random(2) === 0 ? carry : nextLine(carry));
        expect(textOf(parsed.segments)).not.toMatch(CONTROL);
        parsed.segments.forEach((segment) => expect(segment.text).not.toBe(''));
        carry = parsed.carry;
      }
    },
  );

  it('does work in proportion to the text: cells never outnumber what was written by much', () => {
    // Every erase, move and overwrite at once, on the longest row there is.
    const text = `${ESC}[K\rabc${ESC}[9Cx\b`.repeat(300);
    expect(textOf(segments(text.slice(0, 4096))).length).toBeLessThanOrEqual(4096);
  });

  it('keeps no more than a bounded part of an endless parameter', () => {
    const { carry } = parseRow(`${ESC}[${'1'.repeat(4000)}`, FRESH);
    expect(carry.params.length).toBeLessThanOrEqual(128);
    expect(styleOf(`${ESC}[1mx`).bold).toBe(true);
  });
});
