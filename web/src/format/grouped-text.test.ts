import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { describe, expect, it } from 'vitest';
import { caretIn, grouped, typedAfter } from './grouped-text.ts';

/** Types key by key at the end, as a browser tells of it. */
function typeAll(keys: string, start = ''): string {
  return [...keys].reduce((typed, key) => {
    const shown = grouped(typed) + key;
    return typedAfter(typed, { shown, caret: shown.length, data: key, inputType: 'insertText' }).text;
  }, start);
}

describe('a number while it is typed', () => {
  it.each([
    ['1250000', '1,250,000'],
    ['1250000.5', '1,250,000.5'],
    ['-1250', '-1,250'],
    ['1,250,000', '1,250,000'],
    ['1.250.000', '1.250.000'],
    ['1250000,5', '1250000,5'],
    ['Rp 1250', 'Rp 1250'],
  ])('%s is shown as %s', (keys, shown) => {
    expect(grouped(typeAll(keys))).toBe(shown);
  });

  it('keeps every key that was pressed, and adds none', () => {
    const keys = fc.array(fc.constantFrom(...'0123456789.,- x'), { maxLength: 12 }).map((chars) => chars.join(''));
    fc.assert(
      fc.property(keys, (pressed) => {
        expect(typeAll(pressed)).toBe(pressed);
      }),
      { seed: testSeed() },
    );
  });

  it('puts the caret behind the same digit, wherever in it was typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{0,11}$/), fc.nat(), (typed, at) => {
        const caret = at % (typed.length + 1);
        const place = caretIn(typed, caret);
        const shown = `${grouped(typed).slice(0, place)}7${grouped(typed).slice(place)}`;
        const next = typedAfter(typed, { shown, caret: place + 1, data: '7', inputType: 'insertText' });
        expect(next).toEqual({ text: `${typed.slice(0, caret)}7${typed.slice(caret)}`, caret: caret + 1 });
      }),
      { seed: testSeed() },
    );
  });

  it('loses a digit where a comma of the console is deleted', () => {
    const after = (shown: string, caret: number, inputType: string) =>
      typedAfter('1250000', { shown, caret, data: null, inputType });
    expect(after('1250,000', 1, 'deleteContentBackward')).toEqual({ text: '250000', caret: 0 });
    expect(after('1250,000', 1, 'deleteContentForward')).toEqual({ text: '150000', caret: 1 });
  });

  it('takes a text that replaces all of it as it is', () => {
    const all = (shown: string) =>
      typedAfter('1250000', { shown, caret: shown.length, data: shown, inputType: 'insertText' });
    expect(all('1,5').text).toBe('1,5');
    expect(all('1.250').text).toBe('1.250');
  });
});
