import { describe, expect, test } from 'vitest';
import { INPUT_TYPE, choicesIn, typedValue, wrongTypedValue } from './input-type.ts';
import { sentence } from './messages.ts';

const said = (code: string, text: string, choices?: readonly string[]) => {
  const wrong = wrongTypedValue(code, text, choices);
  return wrong === undefined ? 'fits' : sentence(wrong, 'en');
};

describe('Input type codes: text 1, number 2, decimal 3, date 4, textarea 5, select 6, editor 7', () => {
  test.each([
    [INPUT_TYPE.text, 'Dear guest,', 'fits'],
    [INPUT_TYPE.text, 'one line\n', 'fits'],
    [INPUT_TYPE.text, 'one\nanother', 'One line only, without tabs or other control characters.'],
    [INPUT_TYPE.number, ' 42 ', 'fits'],
    [INPUT_TYPE.number, '-7', 'fits'],
    [INPUT_TYPE.number, '4.2', 'This must be a whole number.'],
    [INPUT_TYPE.number, '1e3', 'This must be a whole number.'],
    [INPUT_TYPE.number, '9'.repeat(16), 'This must be a whole number.'],
    [INPUT_TYPE.decimal, '-0.125', 'fits'],
    [INPUT_TYPE.decimal, '1,5', 'This must be a number.'],
    [INPUT_TYPE.decimal, '1.', 'This must be a number.'],
    [INPUT_TYPE.decimal, '0.1234567', 'This must be a number.'],
    [INPUT_TYPE.date, '2028-02-29', 'fits'],
    [INPUT_TYPE.date, '2026-02-29', 'Invalid Date Format!'],
    [INPUT_TYPE.date, '29/02/2028', 'Invalid Date Format!'],
    [INPUT_TYPE.date, '2026-13-01', 'Invalid Date Format!'],
    [INPUT_TYPE.date, '0026-01-01', 'Invalid Date Format!'],
    [INPUT_TYPE.textarea, 'one\nanother', 'fits'],
    [INPUT_TYPE.select, 'Gold\nSilver', 'fits'],
    [INPUT_TYPE.select, 'Gold\n Gold ', 'One choice a line, each of them once.'],
    [INPUT_TYPE.editor, '<p>1</p>', 'fits'],
    ['of our own', 'whatever\nit is', 'fits'],
  ])('%s takes %j: %s', (code, text, expected) => expect(said(code, text)).toBe(expected));

  test('a value of a select is one of its choices, the blanks around it aside', () => {
    const choices = choicesIn(' Gold\r\n\n Silver plus \n');
    expect(choices).toEqual(['Gold', 'Silver plus']);
    expect(said(INPUT_TYPE.select, ' Silver plus ', choices)).toBe('fits');
    expect(typedValue(INPUT_TYPE.select, ' Silver plus ')).toBe('Silver plus');
    expect(said(INPUT_TYPE.select, 'silver plus', choices)).toBe('Choose one of: Gold, Silver plus.');
  });

  test('blanks are kept where people read them', () => {
    expect(typedValue(INPUT_TYPE.textarea, ' a\n b ')).toBe(' a\n b ');
    expect(typedValue(INPUT_TYPE.number, ' 7\n')).toBe('7');
  });
});
