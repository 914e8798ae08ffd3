import { type DragEvent, useMemo, useRef } from 'react';

export interface OrderDrag {
  /** Props of the handle, which need not be the whole item. */
  readonly source: (id: string) => {
    draggable: true;
    onDragStart: (event: DragEvent) => void;
    onDragEnd: () => void;
  };
  /** Props of the item on which others can be dropped. */
  readonly target: (id: string) => {
    onDragOver: (event: DragEvent<HTMLElement>) => void;
    onDragLeave: (event: DragEvent<HTMLElement>) => void;
    onDrop: (event: DragEvent<HTMLElement>) => void;
  };
}

export type Side = 'before' | 'after';

const sideOf = (event: DragEvent<HTMLElement>): Side => {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return event.clientX < left + width / 2 ? 'before' : 'after';
};

/** Reorders a row of items by dragging. Marks the drop position on the element itself, to avoid a rerender. */
export function useOrderDrag(move: (id: string, target: string, side: Side) => void): OrderDrag {
  const dragged = useRef<string | null>(null);
  return useMemo(
    () => ({
      source: (id) => ({
        draggable: true,
        onDragStart: ({ dataTransfer }) => {
          dragged.current = id;
          dataTransfer.effectAllowed = 'move';
          dataTransfer.setData('text/plain', id);
        },
        onDragEnd: () => {
          dragged.current = null;
        },
      }),
      target: (id) => ({
        onDragOver: (event) => {
          if (dragged.current === null || dragged.current === id) return;
          event.preventDefault();
          event.currentTarget.dataset['drop'] = sideOf(event);
        },
        onDragLeave: ({ currentTarget }) => delete currentTarget.dataset['drop'],
        onDrop: (event) => {
          delete event.currentTarget.dataset['drop'];
          if (dragged.current === null) return;
          event.preventDefault();
          move(dragged.current, id, sideOf(event));
          dragged.current = null;
        },
      }),
    }),
    [move],
  );
}
