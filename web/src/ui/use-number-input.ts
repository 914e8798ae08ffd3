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
import { toShownCaret, groupText, applyEdit } from '../format/grouped-text.ts';
import {
  toStoredNumber,
  parseStoredNumber,
  normalizeDecimals,
  storedInputText,
  padDecimals,
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
  readonly parsed: ParsedNumber | undefined;
  /** Sets one of the possible values of an ambiguous text; null clears the input. */
  readonly choose: (value: string | null) => void;
}

const PLAIN_DIGITS = /^\d+$/;
/** A number that was copied as a whole, with at most four characters before it, such as a currency. */
const STARTS_WITH_NUMBER = /^[^\s.,\d]{0,4}\s?[-−]?\s?\d/;

/**
 * The state of a number input, with commas between thousands while typing. The text is parsed when the input loses the
 * focus: a number is shown formatted, for an ambiguous text the user chooses a reading, and any other text is
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

  const isNumberText = (stored: string): boolean => parseStoredNumber(stored, shape).kind === 'number';
  const padToScale = (stored: string | null): string | null =>
    stored === null || isPlain || !isNumberText(stored) ? stored : padDecimals(stored, shape.scale);
  const formatStored = (stored: string | null): string => {
    if (stored === null || !isNumberText(stored)) return storedInputText(stored ?? '');
    return isPlain ? stored : normalizeDecimals(stored, decimals);
  };
  const emitValue = (stored: string | null) => {
    const next = padToScale(stored);
    if (next !== value) onValueChange(next);
  };
  const commit = (text: string | null) => {
    if (text === null) return;
    setPendingText(null);
    emitValue(toStoredNumber(text, shape));
  };
  const inputText = pendingText ?? formatStored(value);

  return {
    input,
    parsed: pendingText === null ? parseStoredNumber(value, shape) : undefined,
    choose(chosenValue) {
      setPendingText(null);
      emitValue(chosenValue);
    },
    props: {
      value: groupText(inputText),
      inputMode: shape.scale > 0 ? 'decimal' : 'numeric',
      onChange({ target, nativeEvent }) {
        const { data = null, inputType = '' } = nativeEvent as Partial<InputEvent>; // other kinds of events lack both
        const caret = target.selectionStart ?? target.value.length;
        const next = applyEdit(inputText, { shown: target.value, caret, data, inputType });
        nextCaret.current = toShownCaret(next.text, next.caret);
        setPendingText(next.text);
        const stored = toStoredNumber(next.text, shape);
        // A text that is not a number yet is passed on only on blur: `1.250` can become `1.250.000`.
        if (stored === null || isNumberText(stored)) emitValue(stored);
      },
      // Plain digits are inserted at the caret. A number with separators or a currency replaces the whole text.
      onPaste(event) {
        const text = event.clipboardData.getData('text');
        if (PLAIN_DIGITS.test(text.trim()) || !STARTS_WITH_NUMBER.test(text.trim())) return;
        event.preventDefault();
        commit(text);
      },
      onBlur: () => commit(pendingText),
      // Parse before Tab moves on, so that it reaches the offered values, and before Enter or Ctrl+S submits.
      onKeyDown({ key, ctrlKey, metaKey }) {
        if (key === 'Enter' || key === 'Tab' || ((ctrlKey || metaKey) && key.toLowerCase() === 's'))
          commit(pendingText);
      },
    },
  };
}
