import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

const focusableMarks = (chart: HTMLElement): HTMLElement[] => [...chart.querySelectorAll('a')];

/**
 * Makes the marks of a chart one tab stop; arrow keys, Home and End move between them. Spread the result on the
 * element around the marks.
 */
export function useMarkKeys() {
  const ref = useRef<HTMLDivElement>(null);
  const [tabStop, setTabStop] = useState(0);
  // Marks change with the data, so the tab order is set after each render.
  useLayoutEffect(() => {
    const marks = ref.current ? focusableMarks(ref.current) : [];
    marks.forEach((mark, index) => (mark.tabIndex = index === Math.min(tabStop, marks.length - 1) ? 0 : -1));
  });
  return {
    ref,
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      const index = focusableMarks(currentTarget).indexOf(target);
      if (index >= 0) setTabStop(index);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const marks = focusableMarks(event.currentTarget);
      const index = marks.findIndex((mark) => mark === document.activeElement);
      const targetByKey: Readonly<Record<string, number>> = {
        ArrowLeft: index - 1,
        ArrowUp: index - 1,
        ArrowRight: index + 1,
        ArrowDown: index + 1,
        Home: 0,
        End: marks.length - 1,
      };
      const targetIndex = targetByKey[event.key];
      if (index < 0 || targetIndex === undefined) return;
      event.preventDefault();
      marks[Math.min(Math.max(targetIndex, 0), marks.length - 1)]?.focus();
    },
  };
}
