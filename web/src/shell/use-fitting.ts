import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels between two entries. */
const GAP = 4;
/** The width of "More" in pixels, in either language. */
const MORE = 120;

/**
 * Returns how many items, counted from the first, fit into a bar. Measures them while all are rendered: at first, when
 * their texts change, and when the font has loaded.
 */
export function useFitting(bar: RefObject<HTMLElement | null>, items: readonly { title: string }[]): number {
  const texts = items.map(({ title }) => title).join('\n');
  const [measured, setMeasured] = useState<{ texts: string; widths: readonly number[] }>();
  const [room, setRoom] = useState(Infinity);
  const isMeasured = measured?.texts === texts;

  useLayoutEffect(() => {
    if (isMeasured || !bar.current) return;
    setMeasured({ texts, widths: [...bar.current.children].map((child) => child.getBoundingClientRect().width) });
  }, [bar, texts, isMeasured]);

  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    setRoom(element.clientWidth);
    let isUnmounted = false;
    void document.fonts.ready.then(() => !isUnmounted && setMeasured(undefined));
    return () => {
      isUnmounted = true;
      observer.disconnect();
    };
  }, [bar]);

  return isMeasured ? countFitting(measured.widths, room) : items.length;
}

/** How many widths fit into the room, all in pixels. If not all do, "More" needs room as well. */
export function countFitting(widths: readonly number[], room: number): number {
  const ends = widths.map((_, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width + GAP, -GAP));
  if ((ends.at(-1) ?? 0) <= room) return widths.length;
  return ends.filter((end) => end + GAP + MORE <= room).length;
}
