import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { describe, expect, it } from 'vitest';
import { toShownCaret, groupText, applyEdit } from './grouped-text.ts';

/** Types the keys at the end, and applies each edit as the browser reports it. */
function typeKeys(keys: string, start = ''): string {
  return [...keys].reduce((inputText, key) => {
    const shown = groupText(inputText) + key;
    return applyEdit(inputText, { shown, caret: shown.length, data: key, inputType: 'insertText' }).text;
  }, start);
}

describe('number being typed', () => {
  it.each([
    ['1250000', '1,250,000'],
    ['1250000.5', '1,250,000.5'],
    ['-1250', '-1,250'],
    ['1,250,000', '1,250,000'],
    ['1.250.000', '1.250.000'],
    ['1250000,5', '1250000,5'],
    ['Rp 1250', 'Rp 1250'],
  ])('%s is shown as %s', (keys, expectedText) => {
    expect(groupText(typeKeys(keys))).toBe(expectedText);
  });

  it('keeps every typed key and adds none', () => {
    const keys = fc.array(fc.constantFrom(...'0123456789.,- x'), { maxLength: 12 }).map((chars) => chars.join(''));
    fc.assert(
      fc.property(keys, (typed) => {
        expect(typeKeys(typed)).toBe(typed);
      }),
      { seed: testSeed() },
    );
  });

  it('sets the caret after the same digit for an edit at any position', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{0,11}$/), fc.nat(), (inputText, number) => {
        const caret = number % (inputText.length + 1);
        const position = toShownCaret(inputText, caret);
        const shown = `${groupText(inputText).slice(0, position)}7${groupText(inputText).slice(position)}`;
        const next = applyEdit(inputText, { shown, caret: position + 1, data: '7', inputType: 'insertText' });
        expect(next).toEqual({ text: `${inputText.slice(0, caret)}7${inputText.slice(caret)}`, caret: caret + 1 });
      }),
      { seed: testSeed() },
    );
  });

  it('deletes a digit when an inserted comma is deleted', () => {
    const applyDeletion = (shown: string, caret: number, inputType: string) =>
      applyEdit('1250000', { shown, caret, data: null, inputType });
    expect(applyDeletion('1250,000', 1, 'deleteContentBackward')).toEqual({ text: '250000', caret: 0 });
    expect(applyDeletion('1250,000', 1, 'deleteContentForward')).toEqual({ text: '150000', caret: 1 });
  });

  it('stores a text that replaces everything unchanged', () => {
    const replaceAll = (shown: string) =>
      applyEdit('1250000', { shown, caret: shown.length, data: shown, inputType: 'insertText' });
    expect(replaceAll('1,5').text).toBe('1,5');
    expect(replaceAll('1.250').text).toBe('1.250');
  });
});
