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

const findDropSide = (event: DragEvent<HTMLElement>): Side => {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return event.clientX < left + width / 2 ? 'before' : 'after';
};

/** Reorders a row of items by dragging. Marks the drop position on the element itself, to avoid a rerender. */
export function useOrderDrag(onMove: (id: string, target: string, side: Side) => void): OrderDrag {
  const draggedId = useRef<string | null>(null);
  return useMemo(
    () => ({
      source: (id) => ({
        draggable: true,
        onDragStart: ({ dataTransfer }) => {
          draggedId.current = id;
          dataTransfer.effectAllowed = 'move';
          dataTransfer.setData('text/plain', id);
        },
        onDragEnd: () => {
          draggedId.current = null;
        },
      }),
      target: (id) => ({
        onDragOver: (event) => {
          if (draggedId.current === null || draggedId.current === id) return;
          event.preventDefault();
          event.currentTarget.dataset['drop'] = findDropSide(event);
        },
        onDragLeave: ({ currentTarget }) => delete currentTarget.dataset['drop'],
        onDrop: (event) => {
          delete event.currentTarget.dataset['drop'];
          if (draggedId.current === null) return;
          event.preventDefault();
          onMove(draggedId.current, id, findDropSide(event));
          draggedId.current = null;
        },
      }),
    }),
    [onMove],
  );
}
