import { useState } from 'react';

export interface InputValue {
  /** The text in the input. */
  text: string;
  setText: (text: string) => void;
  /** Reads the typed text; called when the input is left. */
  commit: () => void;
}

/**
 * An input whose text is read when it is left: text that can be read becomes the value and is shown in its proper form; other
 * text stays as it was typed and is itself the value, which validation then rejects.
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
