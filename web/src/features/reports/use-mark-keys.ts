import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

const focusableMarks = (chart: HTMLElement): HTMLElement[] => [...chart.querySelectorAll('a')];

/**
 * Makes the marks of a chart one tab stop; arrow keys, Home and End move between them. For the element around the
 * marks.
 */
export function useMarkKeys() {
  const ref = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  // Marks change with the data, so the tab order is set after each render.
  useLayoutEffect(() => {
    const marks = ref.current ? focusableMarks(ref.current) : [];
    marks.forEach((mark, at) => (mark.tabIndex = at === Math.min(stop, marks.length - 1) ? 0 : -1));
  });
  return {
    ref,
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      const at = focusableMarks(currentTarget).indexOf(target);
      if (at >= 0) setStop(at);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const marks = focusableMarks(event.currentTarget);
      const at = marks.findIndex((mark) => mark === document.activeElement);
      const places: Readonly<Record<string, number>> = {
        ArrowLeft: at - 1,
        ArrowUp: at - 1,
        ArrowRight: at + 1,
        ArrowDown: at + 1,
        Home: 0,
        End: marks.length - 1,
      };
      const to = places[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      marks[Math.min(Math.max(to, 0), marks.length - 1)]?.focus();
    },
  };
}
