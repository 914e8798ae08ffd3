import type { ReactNode } from 'react';

/** Renders the row at this index of the page. */
export type RenderRow = (index: number) => ReactNode;
