import { useState } from 'react';

export interface InputValue {
  /** The text in the input. */
  text: string;
  setText: (text: string) => void;
  /** Reads the entered text. Call it when the input loses the focus. */
  commit: () => void;
}

/**
 * The state of an input whose text is read when it loses the focus. A text that can be read becomes the value and is
 * shown formatted. Any other text is unchanged and is itself the value, which validation rejects.
 */
export function useInputValue(
  value: string | null,
  show: (value: string) => string,
  read: (text: string) => string | undefined,
  onValueChange: (value: string | null) => void,
): InputValue {
  const shown = value === null ? '' : show(value) || value;
  const [pendingText, setPendingText] = useState<string | null>(null);
  return {
    text: pendingText ?? shown,
    setText: setPendingText,
    commit() {
      if (pendingText === null) return;
      const text = pendingText.trim();
      setPendingText(null);
      if (text !== shown) onValueChange(text === '' ? null : (read(text) ?? text));
    },
  };
}
