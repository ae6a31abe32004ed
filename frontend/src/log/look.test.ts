import { describe, expect, it } from 'vitest';
import { PLAIN } from './ansi';
import { lookOf, readableOn } from './look';

describe('how a segment is drawn', () => {
  it('leaves plain text to the page', () => {
    expect(lookOf(PLAIN)).toEqual({ kind: 'plain', css: {} });
  });

  it('takes the named colours from the scheme', () => {
    expect(lookOf({ ...PLAIN, fg: 1 }).css.color).toBe('var(--ansi-1)');
  });

  it('lets the style sheet make other colours readable', () => {
    expect(lookOf({ ...PLAIN, fg: 226 })).toEqual({ kind: 'free', css: { '--c': '#ffff00' } });
  });

  it('keeps a pair of colours as it was chosen', () => {
    expect(lookOf({ ...PLAIN, fg: '#010203', bg: 15 }).css).toMatchObject({
      color: '#010203',
      backgroundColor: '#ffffff',
    });
  });

  it('chooses the text for a background that came alone', () => {
    expect(lookOf({ ...PLAIN, bg: 0 }).css.color).toBe('#ffffff');
    expect(lookOf({ ...PLAIN, bg: 11 }).css.color).toBe('#000000');
    expect(readableOn('#808080')).toBe('#000000');
  });

  it('turns colours round', () => {
    expect(lookOf({ ...PLAIN, inverse: true }).kind).toBe('inverse');
    expect(lookOf({ ...PLAIN, inverse: true, fg: 1 }).css.backgroundColor).toBe('#b3261e');
    expect(lookOf({ ...PLAIN, inverse: true, bg: 1 }).css).toMatchObject({ color: 'var(--ansi-1)' });
  });

  it('shows emphasis', () => {
    const all = { ...PLAIN, bold: true, dim: true, italic: true, underline: true, strike: true };
    expect(lookOf(all).css).toEqual({
      fontWeight: 700,
      opacity: 0.75,
      fontStyle: 'italic',
      textDecoration: 'underline line-through',
    });
  });
});
