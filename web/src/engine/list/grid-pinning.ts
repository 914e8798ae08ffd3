import type { UIEvent } from 'react';

const PLACE = '--scrolled';

/**
 * Makes pinned cells sticky while the grid scrolls sideways, see grid.css. They stay sticky in browsers that do not
 * report the end of scrolling.
 */
export function markScrolling({ currentTarget: grid }: UIEvent<HTMLElement>): void {
  if (`${grid.scrollLeft}px` !== (grid.style.getPropertyValue(PLACE) || '0px'))
    grid.toggleAttribute('data-moving', true);
}

/** Scrolling has ended: positions the pinned cells with an offset instead of `sticky`. */
export function positionPinned({ currentTarget: grid }: UIEvent<HTMLElement>): void {
  if (!grid.toggleAttribute('data-moving', false)) grid.style.setProperty(PLACE, `${grid.scrollLeft}px`);
}
