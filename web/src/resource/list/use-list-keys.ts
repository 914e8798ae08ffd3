import { useEffect, useRef } from 'react';

interface ListKeys {
  /** `/` */
  readonly search: () => void;
  /** `n` */
  readonly create: (() => void) | undefined;
  /** Arrow down, while nothing else has the focus. */
  readonly enter: () => void;
}

/** The keys of a list page that work wherever the focus is, but in a field or a dialog. */
export function useListKeys(keys: ListKeys, enabled: boolean): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element))
        return;
      if (
        target.closest(
          'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu]',
        )
      )
        return;
      const isFree = target === document.body || target.id === 'content';
      const act = {
        '/': latest.current.search,
        n: latest.current.create,
        ArrowDown: isFree ? latest.current.enter : undefined,
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
