import { describe, expect, test } from 'vitest';
import { INPUT_TYPE, parseChoices, normalizeValue, findValueError } from './input-type.ts';
import { formatMessage } from '../errors/messages.ts';

const describeProblem = (code: string, text: string, choices?: readonly string[]) => {
  const problem = findValueError(code, text, choices);
  return problem === undefined ? 'fits' : formatMessage(problem, 'en');
};

describe('Input type codes: text 1, number 2, decimal 3, date 4, textarea 5, select 6, editor 7', () => {
  test.each([
    [INPUT_TYPE.text, 'Dear guest,', 'fits'],
    [INPUT_TYPE.text, 'one line\n', 'fits'],
    [INPUT_TYPE.text, 'one\nanother', 'One line only, without tabs or control characters.'],
    [INPUT_TYPE.number, ' 42 ', 'fits'],
    [INPUT_TYPE.number, '-7', 'fits'],
    [INPUT_TYPE.number, '4.2', 'Must be a whole number.'],
    [INPUT_TYPE.number, '1e3', 'Must be a whole number.'],
    [INPUT_TYPE.number, '9'.repeat(16), 'Must be a whole number.'],
    [INPUT_TYPE.decimal, '-0.125', 'fits'],
    [INPUT_TYPE.decimal, '1,5', 'Must be a number.'],
    [INPUT_TYPE.decimal, '1.', 'Must be a number.'],
    [INPUT_TYPE.decimal, '0.1234567', 'Must be a number.'],
    [INPUT_TYPE.date, '2028-02-29', 'fits'],
    [INPUT_TYPE.date, '2026-02-29', 'Invalid Date Format!'],
    [INPUT_TYPE.date, '29/02/2028', 'Invalid Date Format!'],
    [INPUT_TYPE.date, '2026-13-01', 'Invalid Date Format!'],
    [INPUT_TYPE.date, '0026-01-01', 'Invalid Date Format!'],
    [INPUT_TYPE.textarea, 'one\nanother', 'fits'],
    [INPUT_TYPE.select, 'Gold\nSilver', 'fits'],
    [INPUT_TYPE.select, 'Gold\n Gold ', 'One choice per line, each only once.'],
    [INPUT_TYPE.editor, '<p>1</p>', 'fits'],
    ['of our own', 'whatever\nit is', 'fits'],
  ])('type %s validates %j: %s', (code, text, expected) => expect(describeProblem(code, text)).toBe(expected));

  test('a select value is one of its choices, ignoring surrounding blanks', () => {
    const choices = parseChoices(' Gold\r\n\n Silver plus \n');
    expect(choices).toEqual(['Gold', 'Silver plus']);
    expect(describeProblem(INPUT_TYPE.select, ' Silver plus ', choices)).toBe('fits');
    expect(normalizeValue(INPUT_TYPE.select, ' Silver plus ')).toBe('Silver plus');
    expect(describeProblem(INPUT_TYPE.select, 'silver plus', choices)).toBe('Select one of: Gold, Silver plus.');
  });

  test('blanks are preserved in text that people read', () => {
    expect(normalizeValue(INPUT_TYPE.textarea, ' a\n b ')).toBe(' a\n b ');
    expect(normalizeValue(INPUT_TYPE.number, ' 7\n')).toBe('7');
  });
});
