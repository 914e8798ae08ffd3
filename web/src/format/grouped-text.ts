import { group } from './number.ts';

/**
 * A number while it is typed: the console puts commas between thousands as long as nothing but digits, a minus and a full stop
 * were typed. Separators of the writer's own stand as they were typed until the input is left. So there are two texts: what was
 * typed, and what is shown of it; an edit of the one becomes an edit of the other.
 */

const PLAIN = /^(-?)(\d*)(\.\d*)?$/;

/** What is shown of a text that was typed. */
export function grouped(typed: string): string {
  const match = PLAIN.exec(typed);
  if (!match) return typed;
  const [, sign = '', whole = '', rest = ''] = match;
  return sign + group(whole) + rest;
}

export interface Edit {
  /** What stands in the input now, and where its caret is. */
  readonly shown: string;
  readonly caret: number;
  /** What was put in, if it is known. */
  readonly data: string | null;
  readonly inputType: string;
}

export interface Typed {
  readonly text: string;
  /** Characters of the text before the caret. */
  readonly caret: number;
}

const withoutCommas = (shown: string): string => shown.replaceAll(',', '');

/** The text that was typed, after an edit of what is shown of it. */
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

/** Where the caret stands in what is shown, behind so many characters of what was typed. */
export function caretIn(typed: string, caret: number): number {
  const shown = grouped(typed);
  if (shown === typed) return caret;
  let [place, passed] = [0, 0];
  for (; passed < caret && place < shown.length; place += 1) if (shown[place] !== ',') passed += 1;
  return place;
}
