import type { UIEvent } from 'react';

const PLACE = '--scrolled';

/** Lets the pinned cells of a grid stick while it moves sideways, see grid.css. A browser that does not tell the end leaves them so. */
export function followSideways({ currentTarget: grid }: UIEvent<HTMLElement>): void {
  if (`${grid.scrollLeft}px` !== (grid.style.getPropertyValue(PLACE) || '0px'))
    grid.toggleAttribute('data-moving', true);
}

/** Shifts them to where they stick now that it rests. */
export function restSideways({ currentTarget: grid }: UIEvent<HTMLElement>): void {
  if (!grid.toggleAttribute('data-moving', false)) grid.style.setProperty(PLACE, `${grid.scrollLeft}px`);
}
