import type { PointerEvent } from 'react';
import { boundWidth } from './column-layout.ts';
import { shareProperty, widthProperty } from './grid-geometry.ts';

/**
 * Resizes a column by dragging its edge. First all columns are fixed at their current width, so that only the dragged
 * one changes, through a custom property of the grid. At the end, `done` receives the widths that differ from the
 * default.
 */
export function startResize(
  event: PointerEvent<HTMLElement>,
  grid: HTMLElement,
  columns: readonly string[],
  position: number,
  done: (widths: Readonly<Record<string, number>>) => void,
): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const edge = event.currentTarget;
  const widths = columns.map(
    (_, at) => grid.querySelector(`[data-r="-2"] > [data-p="${at + 1}"]`)?.getBoundingClientRect().width ?? 0,
  );
  const defaultWidths = columns.map((_, at) => Number.parseFloat(grid.style.getPropertyValue(widthProperty(at))));
  const shares = columns.map((_, at) => grid.style.getPropertyValue(shareProperty(at)));
  const startWidth = widths[position] ?? 0;
  const startX = event.clientX;
  widths.forEach((width, at) => {
    grid.style.setProperty(widthProperty(at), `${width}px`);
    grid.style.setProperty(shareProperty(at), '0');
  });
  edge.setPointerCapture(event.pointerId);
  edge.classList.add('is-dragged');

  const move = (e: globalThis.PointerEvent) => {
    widths[position] = boundWidth(startWidth + e.clientX - startX);
    grid.style.setProperty(widthProperty(position), `${widths[position]}px`);
  };
  const end = () => {
    edge.classList.remove('is-dragged');
    edge.removeEventListener('pointermove', move);
    edge.removeEventListener('pointerup', end);
    edge.removeEventListener('pointercancel', end);
    const changed = columns.flatMap((column, at) =>
      Math.abs((widths[at] ?? 0) - (defaultWidths[at] ?? 0)) < 1 ? [] : [[column, widths[at] ?? 0] as const],
    );
    for (const [at, column] of columns.entries())
      if (!changed.some(([name]) => name === column)) grid.style.setProperty(shareProperty(at), shares[at] ?? '0');
    done(Object.fromEntries(changed));
  };
  edge.addEventListener('pointermove', move);
  edge.addEventListener('pointerup', end);
  edge.addEventListener('pointercancel', end);
}
