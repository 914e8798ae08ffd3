import { type DragEvent, useMemo, useRef } from 'react';

export interface ColumnDrag {
  /** For the title: only the title can be dragged, or the edge beside it would not be. */
  readonly source: (column: string) => {
    draggable: true;
    onDragStart: (event: DragEvent) => void;
    onDragEnd: () => void;
  };
  readonly target: (column: string) => {
    onDragOver: (event: DragEvent<HTMLElement>) => void;
    onDragLeave: (event: DragEvent<HTMLElement>) => void;
    onDrop: (event: DragEvent<HTMLElement>) => void;
  };
}

type Side = 'before' | 'after';

const sideOf = (event: DragEvent<HTMLElement>): Side => {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return event.clientX < left + width / 2 ? 'before' : 'after';
};

/** Moves columns by dragging their titles. Where the column would land is marked on the element, so that nothing is drawn anew. */
export function useColumnDrag(move: (column: string, target: string, side: Side) => void): ColumnDrag {
  const dragged = useRef<string | null>(null);
  return useMemo(
    () => ({
      source: (column) => ({
        draggable: true,
        onDragStart: ({ dataTransfer }) => {
          dragged.current = column;
          dataTransfer.effectAllowed = 'move';
          dataTransfer.setData('text/plain', column);
        },
        onDragEnd: () => {
          dragged.current = null;
        },
      }),
      target: (column) => ({
        onDragOver: (event) => {
          if (dragged.current === null || dragged.current === column) return;
          event.preventDefault();
          event.currentTarget.dataset['drop'] = sideOf(event);
        },
        onDragLeave: ({ currentTarget }) => delete currentTarget.dataset['drop'],
        onDrop: (event) => {
          delete event.currentTarget.dataset['drop'];
          if (dragged.current === null) return;
          event.preventDefault();
          move(dragged.current, column, sideOf(event));
          dragged.current = null;
        },
      }),
    }),
    [move],
  );
}
