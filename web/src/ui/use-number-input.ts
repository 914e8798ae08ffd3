import type { NumberShape, ParsedNumber } from '@innkeeper/contract';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { caretIn, grouped, applyEdit } from '../format/grouped-text.ts';
import {
  toStoredNumber,
  readStoredNumber,
  shownDecimals,
  storedInputText,
  withDecimals,
} from '../format/number-input.ts';

interface NumberInputOptions {
  value: string | null;
  onValueChange: (value: string | null) => void;
  shape: NumberShape;
  isPlain?: boolean;
  decimals?: number;
}

export interface NumberInputState {
  /** Of the `<input>`. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly props: {
    readonly value: string;
    readonly inputMode: 'decimal' | 'numeric';
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /** The reading of the text in the input; the user is told nothing of it while typing. */
  readonly read: ParsedNumber | undefined;
  /** Takes a reading, or null for nothing. */
  readonly choose: (value: string | null) => void;
}

const PLAIN_DIGITS = /^\d+$/;
/** A number that was copied as a whole, not a piece of one. */
const STARTS_WITH_NUMBER = /^[^\s.,\d]{0,4}\s?[-−]?\s?\d/;

/**
 * An input for a number, with commas between thousands while it is typed. The typed text is read when the input is left: a number
 * is shown in its proper form, of two readings one is to be chosen, anything else stands as it was typed.
 */
export function useNumberInput({
  value,
  onValueChange,
  shape,
  isPlain = false,
  decimals = shape.scale,
}: NumberInputOptions): NumberInputState {
  const input = useRef<HTMLInputElement>(null);
  const [pendingText, setPendingText] = useState<string | null>(null);
  const nextCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (nextCaret.current !== null) input.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });

  const isNumber = (held: string): boolean => readStoredNumber(held, shape).kind === 'number';
  const withFullScale = (held: string | null): string | null =>
    held === null || isPlain || !isNumber(held) ? held : withDecimals(held, shape.scale);
  const shownOf = (held: string | null): string => {
    if (held === null || !isNumber(held)) return storedInputText(held ?? '');
    return isPlain ? held : shownDecimals(held, decimals);
  };
  const hand = (held: string | null) => {
    const next = withFullScale(held);
    if (next !== value) onValueChange(next);
  };
  const commit = (text: string | null) => {
    if (text === null) return;
    setPendingText(null);
    hand(toStoredNumber(text, shape));
  };
  const inputText = pendingText ?? shownOf(value);

  return {
    input,
    read: pendingText === null ? readStoredNumber(value, shape) : undefined,
    choose(chosen) {
      setPendingText(null);
      hand(chosen);
    },
    props: {
      value: grouped(inputText),
      inputMode: shape.scale > 0 ? 'decimal' : 'numeric',
      onChange({ target, nativeEvent }) {
        const { data = null, inputType = '' } = nativeEvent as Partial<InputEvent>; // an event of another kind lacks both
        const caret = target.selectionStart ?? target.value.length;
        const next = applyEdit(inputText, { shown: target.value, caret, data, inputType });
        nextCaret.current = caretIn(next.text, next.caret);
        setPendingText(next.text);
        const held = toStoredNumber(next.text, shape);
        // A text that cannot be read is handed on only when the input is left: `1.250` may yet become `1.250.000`.
        if (held === null || isNumber(held)) hand(held);
      },
      // Digits go where the caret is. A number with separators or a currency of its own replaces the text that stands here.
      onPaste(event) {
        const text = event.clipboardData.getData('text');
        if (PLAIN_DIGITS.test(text.trim()) || !STARTS_WITH_NUMBER.test(text.trim())) return;
        event.preventDefault();
        commit(text);
      },
      onBlur: () => commit(pendingText),
      // Before Tab goes on, so that it leads to the choice; before Enter or Ctrl+S send the text.
      onKeyDown({ key, ctrlKey, metaKey }) {
        if (key === 'Enter' || key === 'Tab' || ((ctrlKey || metaKey) && key.toLowerCase() === 's'))
          commit(pendingText);
      },
    },
  };
}
