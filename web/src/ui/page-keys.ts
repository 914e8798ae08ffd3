import { useEffect, useRef } from 'react';

/** A keyboard shortcut: the browser's name of the key, and a label of its effect. */
export interface KeyHint {
  readonly key: string;
  readonly label: string;
}

export interface PageKey extends KeyHint {
  /** Undefined if the key does nothing now; the browser then handles it. */
  readonly run: (() => void) | undefined;
  /** Works only while no element of the page has the focus. */
  readonly whileUnfocused?: true;
}

/** Elements that take text or have their own keys. */
const KEY_CONSUMERS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Whether a key event may be a command of the page: its target neither takes text nor has its own keys. */
export const isPageCommand = ({ target }: Event): boolean =>
  !(target instanceof Element && target.closest(KEY_CONSUMERS));

/** The keys of each mounted part of the page. */
const hintReaders = new Set<() => readonly KeyHint[]>();

/** The keys that work on the page now, in the order in which its parts were mounted. */
export const listPageKeyHints = (): readonly KeyHint[] => [...hintReaders].flatMap((readHints) => readHints());

/** Registers the keys that an element handles itself. */
export function useKeyHints(hints: readonly KeyHint[]): void {
  const latest = useLatest(hints);
  useEffect(() => {
    const readHints = () => latest.current;
    hintReaders.add(readHints);
    return () => void hintReaders.delete(readHints);
  }, [latest]);
}

/** Registers keys that work wherever the focus is, except in fields, menus and dialogs. */
export function usePageKeys(keys: readonly PageKey[], enabled = true): void {
  const activeKeys = enabled ? keys.filter(({ run }) => run) : [];
  const latest = useLatest(activeKeys);
  useKeyHints(activeKeys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isPageCommand(event)) return;
      const { target } = event;
      const isUnfocused = target === document.body || (target instanceof Element && target.id === 'content');
      const pageKey = latest.current.find(
        ({ key, whileUnfocused }) => key === event.key && (isUnfocused || !whileUnfocused),
      );
      if (!pageKey) return;
      event.preventDefault();
      pageKey.run?.();
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
