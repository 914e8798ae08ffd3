/** Minimum distance between a menu and the edges of the window, in pixels. */
const EDGE = 8;
const GAP = 4;

/** Puts an open menu below its button in the bar, within the window. */
export function placeBelow(menu: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  place(menu, left, bottom + GAP);
}

/** Puts an open submenu to the right of its entry, or to the left if the right side has no room. */
export function placeBeside(menu: HTMLElement, button: HTMLElement): void {
  const around = button.getBoundingClientRect();
  const { width } = menu.getBoundingClientRect();
  const fits = around.right + GAP + width + EDGE <= innerWidth;
  place(menu, fits ? around.right + GAP : around.left - GAP - width, around.top - GAP);
}

function place(menu: HTMLElement, left: number, top: number): void {
  menu.style.maxHeight = `${innerHeight - 2 * EDGE}px`;
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - EDGE - width))}px`;
  menu.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - EDGE - height))}px`;
}
