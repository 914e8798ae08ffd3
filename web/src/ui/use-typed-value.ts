import { useState } from 'react';

export interface TypedValue {
  /** The text in the input. */
  text: string;
  setText: (text: string) => void;
  /** Reads the typed text; called when the input is left. */
  commit: () => void;
}

/**
 * An input whose text is read when it is left: text that can be read becomes the value and is shown in its proper form; other
 * text stays as it was typed and is itself the value, which validation then refuses.
 */
export function useTypedValue(
  value: string | null,
  show: (value: string) => string,
  read: (text: string) => string | undefined,
  onValueChange: (value: string | null) => void,
): TypedValue {
  const shown = value === null ? '' : show(value) || value;
  const [unread, setUnread] = useState<string | null>(null);
  return {
    text: unread ?? shown,
    setText: setUnread,
    commit() {
      if (unread === null) return;
      const text = unread.trim();
      setUnread(null);
      if (text !== shown) onValueChange(text === '' ? null : (read(text) ?? text));
    },
  };
}
