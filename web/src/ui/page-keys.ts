import { useEffect, useRef } from 'react';

/** A key, as the browser names it, and a word for its effect. */
export interface KeyHint {
  readonly key: string;
  readonly label: string;
}

export interface PageKey extends KeyHint {
  /** None: the key does nothing now, and is left to the browser. */
  readonly run: (() => void) | undefined;
  /** Only while nothing else has the focus. */
  readonly isFree?: true;
}

/** Elements that take text or have keys of their own. */
const TAKES_KEYS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Whether a key that somebody pressed is a word of the page, and not a letter of a text. */
export const isOutsideText = ({ target }: Event): boolean => !(target instanceof Element && target.closest(TAKES_KEYS));

/** The keys of each part of the page that is there now. */
const parts = new Set<() => readonly KeyHint[]>();

/** The keys that work on the page as it stands, in the order in which its parts came. */
export const pageKeyHints = (): readonly KeyHint[] => [...parts].flatMap((labels) => labels());

/** Tells of keys that an element handles by itself. */
export function useKeyHints(labels: readonly KeyHint[]): void {
  const latest = useLatest(labels);
  useEffect(() => {
    const read = () => latest.current;
    parts.add(read);
    return () => void parts.delete(read);
  }, [latest]);
}

/** Keys that work wherever the focus is, but in a field or a dialog. */
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
