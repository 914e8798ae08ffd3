import type { PointerEvent } from 'react';
import { clampWidth } from './column-layout.ts';
import { shareProperty, widthProperty } from './grid-geometry.ts';

/**
 * Resizes a column by dragging its edge. All columns are fixed at their current width first, so that only the dragged
 * one changes, through a custom property of the grid. At the end, `onDone` receives the widths that differ from the
 * default.
 */
export function startResize(
  event: PointerEvent<HTMLElement>,
  grid: HTMLElement,
  columns: readonly string[],
  position: number,
  onDone: (widths: Readonly<Record<string, number>>) => void,
): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const edge = event.currentTarget;
  const widths = columns.map(
    (_, index) => grid.querySelector(`[data-r="-2"] > [data-p="${index + 1}"]`)?.getBoundingClientRect().width ?? 0,
  );
  const defaultWidths = columns.map((_, index) => Number.parseFloat(grid.style.getPropertyValue(widthProperty(index))));
  const initialShares = columns.map((_, index) => grid.style.getPropertyValue(shareProperty(index)));
  const startWidth = widths[position] ?? 0;
  const startX = event.clientX;
  widths.forEach((width, index) => {
    grid.style.setProperty(widthProperty(index), `${width}px`);
    grid.style.setProperty(shareProperty(index), '0');
  });
  edge.setPointerCapture(event.pointerId);
  edge.classList.add('is-dragged');

  const onPointerMove = (moveEvent: globalThis.PointerEvent) => {
    widths[position] = clampWidth(startWidth + moveEvent.clientX - startX);
    grid.style.setProperty(widthProperty(position), `${widths[position]}px`);
  };
  const endResize = () => {
    edge.classList.remove('is-dragged');
    edge.removeEventListener('pointermove', onPointerMove);
    edge.removeEventListener('pointerup', endResize);
    edge.removeEventListener('pointercancel', endResize);
    const changedWidths = columns.flatMap((column, index) =>
      Math.abs((widths[index] ?? 0) - (defaultWidths[index] ?? 0)) < 1 ? [] : [[column, widths[index] ?? 0] as const],
    );
    for (const [index, column] of columns.entries())
      if (!changedWidths.some(([name]) => name === column))
        grid.style.setProperty(shareProperty(index), initialShares[index] ?? '0');
    onDone(Object.fromEntries(changedWidths));
  };
  edge.addEventListener('pointermove', onPointerMove);
  edge.addEventListener('pointerup', endResize);
  edge.addEventListener('pointercancel', endResize);
}
