import { group } from './number.ts';

/**
 * Number input with live grouping. The console inserts commas between thousands as long as the text contains only
 * digits, a minus and a full stop. Separators typed by the user stay unchanged until the input loses focus. So there
 * are two texts, typed and shown, and an edit of the shown text is mapped to the typed one.
 */

const PLAIN = /^(-?)(\d*)(\.\d*)?$/;

/** The shown text for a typed one. */
export function grouped(inputText: string): string {
  const match = PLAIN.exec(inputText);
  if (!match) return inputText;
  const [, sign = '', whole = '', rest = ''] = match;
  return sign + group(whole) + rest;
}

export interface Edit {
  /** The current text of the input and its caret position. */
  readonly shown: string;
  readonly caret: number;
  /** The inserted text, if it is known. */
  readonly data: string | null;
  readonly inputType: string;
}

export interface EditedText {
  readonly text: string;
  /** Characters of the text before the caret. */
  readonly caret: number;
}

const withoutCommas = (shown: string): string => shown.replaceAll(',', '');

/** The typed text after an edit of the shown one. */
export function applyEdit(inputText: string, { shown, caret, data, inputType }: Edit): EditedText {
  const before = grouped(inputText);
  const tail = shown.slice(caret);
  const start = data !== null && shown.slice(0, caret).endsWith(data) ? caret - data.length : caret;
  const head = shown.slice(0, start);
  const isEdit = before !== inputText && before.endsWith(tail) && before.startsWith(head);
  // The user typed all commas in it.
  if (!isEdit) return { text: shown, caret };
  const inserted = shown.slice(start, caret);
  let [left, right] = [withoutCommas(head), withoutCommas(tail)];
  // The deleted comma would be inserted again, so delete the digit next to it.
  if (inserted === '' && before.slice(head.length, before.length - tail.length) === ',') {
    if (inputType === 'deleteContentBackward') left = left.slice(0, -1);
    if (inputType === 'deleteContentForward') right = right.slice(1);
  }
  return { text: left + inserted + right, caret: left.length + inserted.length };
}

/** Caret position in the shown text for a number of typed characters before it. */
export function caretIn(inputText: string, caret: number): number {
  const shown = grouped(inputText);
  if (shown === inputText) return caret;
  let [position, passed] = [0, 0];
  for (; passed < caret && position < shown.length; position += 1) if (shown[position] !== ',') passed += 1;
  return position;
}
