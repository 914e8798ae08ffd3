import { useEffect, useRef } from 'react';

/** A key, as the browser names it, and a word for its effect. */
export interface KeyWord {
  readonly key: string;
  readonly label: string;
}

export interface PageKey extends KeyWord {
  /** None: the key does nothing now, and is left to the browser. */
  readonly act: (() => void) | undefined;
  /** Only while nothing else has the focus. */
  readonly isFree?: true;
}

/** Elements that take text or have keys of their own. */
const TAKES_KEYS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Whether a key that somebody pressed is a word of the page, and not a letter of a text. */
export const isOutOfText = ({ target }: Event): boolean => !(target instanceof Element && target.closest(TAKES_KEYS));

/** The keys of each part of the page that is there now. */
const parts = new Set<() => readonly KeyWord[]>();

/** The keys that work on the page as it stands, in the order in which its parts came. */
export const keysOfPage = (): readonly KeyWord[] => [...parts].flatMap((words) => words());

/** Tells of keys that an element handles by itself. */
export function useKeyWords(words: readonly KeyWord[]): void {
  const latest = useLatest(words);
  useEffect(() => {
    const read = () => latest.current;
    parts.add(read);
    return () => void parts.delete(read);
  }, [latest]);
}

/** Keys that work wherever the focus is, but in a field or a dialog. */
export function usePageKeys(keys: readonly PageKey[], enabled = true): void {
  const working = enabled ? keys.filter(({ act }) => act) : [];
  const latest = useLatest(working);
  useKeyWords(working);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isOutOfText(event)) return;
      const { target } = event;
      const isFree = target === document.body || (target instanceof Element && target.id === 'content');
      const pressed = latest.current.find(({ key, isFree: only }) => key === event.key && (isFree || !only));
      if (!pressed) return;
      event.preventDefault();
      pressed.act?.();
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
