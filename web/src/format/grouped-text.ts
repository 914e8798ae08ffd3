import { group } from './number.ts';

/**
 * A number while it is typed: the console puts commas between thousands as long as nothing but digits, a minus and a full stop
 * were typed. Separators of the writer's own stand as they were typed until the input is left. So there are two texts, the typed
 * one and the shown one; an edit of the shown text becomes an edit of the typed one.
 */

const PLAIN = /^(-?)(\d*)(\.\d*)?$/;

/** The shown text for a typed one. */
export function grouped(typed: string): string {
  const match = PLAIN.exec(typed);
  if (!match) return typed;
  const [, sign = '', whole = '', rest = ''] = match;
  return sign + group(whole) + rest;
}

export interface Edit {
  /** The text in the input now, and the place of its caret. */
  readonly shown: string;
  readonly caret: number;
  /** The inserted text, if it is known. */
  readonly data: string | null;
  readonly inputType: string;
}

export interface Typed {
  readonly text: string;
  /** Characters of the text before the caret. */
  readonly caret: number;
}

const withoutCommas = (shown: string): string => shown.replaceAll(',', '');

/** The typed text after an edit of the shown one. */
export function typedAfter(typed: string, { shown, caret, data, inputType }: Edit): Typed {
  const before = grouped(typed);
  const tail = shown.slice(caret);
  const start = data !== null && shown.slice(0, caret).endsWith(data) ? caret - data.length : caret;
  const head = shown.slice(0, start);
  const isEdit = before !== typed && before.endsWith(tail) && before.startsWith(head);
  // Every comma of it was typed.
  if (!isEdit) return { text: shown, caret };
  const inserted = shown.slice(start, caret);
  let [left, right] = [withoutCommas(head), withoutCommas(tail)];
  // A comma comes back at once, so the digit next to it goes.
  if (inserted === '' && before.slice(head.length, before.length - tail.length) === ',') {
    if (inputType === 'deleteContentBackward') left = left.slice(0, -1);
    if (inputType === 'deleteContentForward') right = right.slice(1);
  }
  return { text: left + inserted + right, caret: left.length + inserted.length };
}

/** The caret's place in the shown text, given how many typed characters are before it. */
export function caretIn(typed: string, caret: number): number {
  const shown = grouped(typed);
  if (shown === typed) return caret;
  let [place, passed] = [0, 0];
  for (; passed < caret && place < shown.length; place += 1) if (shown[place] !== ',') passed += 1;
  return place;
}
