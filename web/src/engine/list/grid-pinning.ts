import type { UIEvent } from 'react';

const SCROLL_OFFSET = '--scrolled';

/**
 * Makes pinned cells sticky while the grid scrolls sideways, see grid.css. In browsers without the `scrollend` event
 * they remain sticky.
 */
export function markScrolling({ currentTarget: grid }: UIEvent<HTMLElement>): void {
  if (`${grid.scrollLeft}px` !== (grid.style.getPropertyValue(SCROLL_OFFSET) || '0px'))
    grid.toggleAttribute('data-moving', true);
}

/** Scrolling has ended: positions the pinned cells with an offset instead of `sticky`. */
export function positionPinned({ currentTarget: grid }: UIEvent<HTMLElement>): void {
  if (!grid.toggleAttribute('data-moving', false)) grid.style.setProperty(SCROLL_OFFSET, `${grid.scrollLeft}px`);
}
