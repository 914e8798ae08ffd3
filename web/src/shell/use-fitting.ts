import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels between two entries. */
const GAP = 4;
/** The width of "More" in pixels, in either language. */
const MORE_WIDTH = 120;

/**
 * Returns how many items, counted from the first, fit into a bar. Measures them while all are rendered: at first, when
 * their texts change, and when the font has loaded.
 */
export function useFittingCount(bar: RefObject<HTMLElement | null>, items: readonly { title: string }[]): number {
  const texts = items.map(({ title }) => title).join('\n');
  const [measurement, setMeasurement] = useState<{ texts: string; widths: readonly number[] }>();
  const [availableWidth, setAvailableWidth] = useState(Infinity);
  const isMeasured = measurement?.texts === texts;

  useLayoutEffect(() => {
    if (isMeasured || !bar.current) return;
    setMeasurement({ texts, widths: [...bar.current.children].map((child) => child.getBoundingClientRect().width) });
  }, [bar, texts, isMeasured]);

  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setAvailableWidth(element.clientWidth));
    observer.observe(element);
    setAvailableWidth(element.clientWidth);
    let isUnmounted = false;
    void document.fonts.ready.then(() => !isUnmounted && setMeasurement(undefined));
    return () => {
      isUnmounted = true;
      observer.disconnect();
    };
  }, [bar]);

  return isMeasured ? countFitting(measurement.widths, availableWidth) : items.length;
}

/** How many items fit into the available width, all in pixels. If not all do, "More" needs space as well. */
export function countFitting(widths: readonly number[], availableWidth: number): number {
  const offsets = widths.map((_, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + width + GAP, -GAP));
  if ((offsets.at(-1) ?? 0) <= availableWidth) return widths.length;
  return offsets.filter((offset) => offset + GAP + MORE_WIDTH <= availableWidth).length;
}
