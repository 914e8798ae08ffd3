import type { ReactNode } from 'react';

/** Draws the row at this place of the page. */
export type DrawRow = (index: number) => ReactNode;
