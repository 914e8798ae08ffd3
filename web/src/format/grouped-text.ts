import { groupDigits } from './number.ts';

/**
 * Live grouping of a number input. The console inserts commas between thousands as long as the text contains only
 * digits, a minus and a full stop. Separators that the user types remain until the input loses focus. So there are two
 * texts, the typed and the shown one, and an edit of the shown text is mapped to the typed one.
 */

const PLAIN_NUMBER = /^(-?)(\d*)(\.\d*)?$/;

/** The shown text for a typed one. */
export function groupText(inputText: string): string {
  const match = PLAIN_NUMBER.exec(inputText);
  if (!match) return inputText;
  const [, sign = '', whole = '', fraction = ''] = match;
  return sign + groupDigits(whole) + fraction;
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

const stripCommas = (shown: string): string => shown.replaceAll(',', '');

/** Returns the typed text after an edit of the shown one. */
export function applyEdit(inputText: string, { shown, caret, data, inputType }: Edit): EditedText {
  const before = groupText(inputText);
  const after = shown.slice(caret);
  const start = data !== null && shown.slice(0, caret).endsWith(data) ? caret - data.length : caret;
  const beforeCaret = shown.slice(0, start);
  const isPartialEdit = before !== inputText && before.endsWith(after) && before.startsWith(beforeCaret);
  // The text is not grouped by us, so its commas were typed.
  if (!isPartialEdit) return { text: shown, caret };
  const inserted = shown.slice(start, caret);
  let [left, right] = [stripCommas(beforeCaret), stripCommas(after)];
  // A deleted comma would reappear, so delete the digit next to it.
  if (inserted === '' && before.slice(beforeCaret.length, before.length - after.length) === ',') {
    if (inputType === 'deleteContentBackward') left = left.slice(0, -1);
    if (inputType === 'deleteContentForward') right = right.slice(1);
  }
  return { text: left + inserted + right, caret: left.length + inserted.length };
}

/** Converts a caret position in the typed text to one in the shown text. */
export function toShownCaret(inputText: string, caret: number): number {
  const shown = groupText(inputText);
  if (shown === inputText) return caret;
  let [position, count] = [0, 0];
  for (; count < caret && position < shown.length; position += 1) if (shown[position] !== ',') count += 1;
  return position;
}
