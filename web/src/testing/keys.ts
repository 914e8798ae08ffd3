/**
 * Presses keys in the focused element, one after the other in the same task: as fast as no person types, and before
 * anything can be rendered in between.
 */
export function pressAtOnce(...presses: readonly (string | KeyboardEventInit)[]): void {
  for (const press of presses) {
    const init = typeof press === 'string' ? { key: press } : press;
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  }
}
