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
  /** The ref of the `<input>`. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly props: {
    readonly value: string;
    readonly inputMode: 'decimal' | 'numeric';
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /** The parsed value; undefined while typing, so that no error is shown then. */
  readonly read: ParsedNumber | undefined;
  /** Sets one of the possible values of an ambiguous text; null clears the input. */
  readonly choose: (value: string | null) => void;
}

const PLAIN_DIGITS = /^\d+$/;
/** A number that was copied as a whole, with at most four characters before it, such as a currency. */
const STARTS_WITH_NUMBER = /^[^\s.,\d]{0,4}\s?[-−]?\s?\d/;

/**
 * The state of an input for a number, with commas between thousands while typing. The text is read when the input loses
 * the focus: a number is shown formatted, the user chooses between two possible values, and any other text is
 * unchanged.
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

  const isNumber = (stored: string): boolean => readStoredNumber(stored, shape).kind === 'number';
  const withFullScale = (stored: string | null): string | null =>
    stored === null || isPlain || !isNumber(stored) ? stored : withDecimals(stored, shape.scale);
  const shownOf = (stored: string | null): string => {
    if (stored === null || !isNumber(stored)) return storedInputText(stored ?? '');
    return isPlain ? stored : shownDecimals(stored, decimals);
  };
  const emit = (stored: string | null) => {
    const next = withFullScale(stored);
    if (next !== value) onValueChange(next);
  };
  const commit = (text: string | null) => {
    if (text === null) return;
    setPendingText(null);
    emit(toStoredNumber(text, shape));
  };
  const inputText = pendingText ?? shownOf(value);

  return {
    input,
    read: pendingText === null ? readStoredNumber(value, shape) : undefined,
    choose(chosen) {
      setPendingText(null);
      emit(chosen);
    },
    props: {
      value: grouped(inputText),
      inputMode: shape.scale > 0 ? 'decimal' : 'numeric',
      onChange({ target, nativeEvent }) {
        const { data = null, inputType = '' } = nativeEvent as Partial<InputEvent>; // other kinds of events lack both
        const caret = target.selectionStart ?? target.value.length;
        const next = applyEdit(inputText, { shown: target.value, caret, data, inputType });
        nextCaret.current = caretIn(next.text, next.caret);
        setPendingText(next.text);
        const stored = toStoredNumber(next.text, shape);
        // A text that is not a number yet is passed on only on blur, because `1.250` can become `1.250.000`.
        if (stored === null || isNumber(stored)) emit(stored);
      },
      // Plain digits are inserted at the caret. A number with separators or a currency replaces the whole text.
      onPaste(event) {
        const text = event.clipboardData.getData('text');
        if (PLAIN_DIGITS.test(text.trim()) || !STARTS_WITH_NUMBER.test(text.trim())) return;
        event.preventDefault();
        commit(text);
      },
      onBlur: () => commit(pendingText),
      // Reads the text before Tab moves on, so that it reaches the offered values, and before Enter or Ctrl+S submits.
      onKeyDown({ key, ctrlKey, metaKey }) {
        if (key === 'Enter' || key === 'Tab' || ((ctrlKey || metaKey) && key.toLowerCase() === 's'))
          commit(pendingText);
      },
    },
  };
}
