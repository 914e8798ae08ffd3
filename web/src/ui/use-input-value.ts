import { useState } from 'react';

export interface InputValue {
  /** The text in the input. */
  text: string;
  setText: (text: string) => void;
  /** Parses the entered text. Call it when the input loses the focus. */
  commit: () => void;
}

/**
 * The state of an input whose text is parsed when it loses the focus. A valid text becomes the value and is shown
 * formatted. An invalid text is itself the value, which validation rejects.
 */
export function useInputValue(
  value: string | null,
  format: (value: string) => string,
  parse: (text: string) => string | undefined,
  onValueChange: (value: string | null) => void,
): InputValue {
  const formattedText = value === null ? '' : format(value) || value;
  const [pendingText, setPendingText] = useState<string | null>(null);
  return {
    text: pendingText ?? formattedText,
    setText: setPendingText,
    commit() {
      if (pendingText === null) return;
      const text = pendingText.trim();
      setPendingText(null);
      if (text !== formattedText) onValueChange(text === '' ? null : (parse(text) ?? text));
    },
  };
}
