import { useEffect, useRef } from 'react';

/** A key by the browser's name for it, and a label of its effect. */
export interface KeyHint {
  readonly key: string;
  readonly label: string;
}

export interface PageKey extends KeyHint {
  /** Undefined: the key does nothing now, and is left to the browser. */
  readonly run: (() => void) | undefined;
  /** Works only while no element of the page has the focus. */
  readonly isFree?: true;
}

/** Elements that take text or have their own keys. */
const TAKES_KEYS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Whether a key event may be a command of the page: its target neither takes text nor has its own keys. */
export const isOutsideText = ({ target }: Event): boolean => !(target instanceof Element && target.closest(TAKES_KEYS));

/** The keys of each mounted part of the page. */
const parts = new Set<() => readonly KeyHint[]>();

/** The keys that work on the page now, in the order in which its parts were mounted. */
export const pageKeyHints = (): readonly KeyHint[] => [...parts].flatMap((read) => read());

/** Registers the keys that an element handles itself. */
export function useKeyHints(hints: readonly KeyHint[]): void {
  const latest = useLatest(hints);
  useEffect(() => {
    const read = () => latest.current;
    parts.add(read);
    return () => void parts.delete(read);
  }, [latest]);
}

/** Registers keys that work wherever the focus is, except in fields, menus and dialogs. */
export function usePageKeys(keys: readonly PageKey[], enabled = true): void {
  const activeKeys = enabled ? keys.filter(({ run }) => run) : [];
  const latest = useLatest(activeKeys);
  useKeyHints(activeKeys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isOutsideText(event)) return;
      const { target } = event;
      const isFree = target === document.body || (target instanceof Element && target.id === 'content');
      const pressed = latest.current.find(({ key, isFree: only }) => key === event.key && (isFree || !only));
      if (!pressed) return;
      event.preventDefault();
      pressed.run?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [latest]);
}

function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
