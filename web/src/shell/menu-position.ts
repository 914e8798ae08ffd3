/** Minimum distance between a menu and the edges of the window, in pixels. */
const WINDOW_MARGIN = 8;
const GAP = 4;

/** Positions an open menu below its button in the bar, within the window. */
export function positionBelow(menu: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  setPosition(menu, left, bottom + GAP);
}

/** Positions an open submenu to the right of its entry, or to the left if there is no room on the right. */
export function positionBeside(menu: HTMLElement, button: HTMLElement): void {
  const anchorRect = button.getBoundingClientRect();
  const { width } = menu.getBoundingClientRect();
  const fitsRight = anchorRect.right + GAP + width + WINDOW_MARGIN <= innerWidth;
  setPosition(menu, fitsRight ? anchorRect.right + GAP : anchorRect.left - GAP - width, anchorRect.top - GAP);
}

function setPosition(menu: HTMLElement, left: number, top: number): void {
  menu.style.maxHeight = `${innerHeight - 2 * WINDOW_MARGIN}px`;
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(WINDOW_MARGIN, Math.min(left, innerWidth - WINDOW_MARGIN - width))}px`;
  menu.style.top = `${Math.max(WINDOW_MARGIN, Math.min(top, innerHeight - WINDOW_MARGIN - height))}px`;
}
