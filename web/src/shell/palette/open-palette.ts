const palette = () => import('./palette.tsx');
const host = () => import('../dialogs.tsx');

/** Milliseconds after which the preload no longer competes with the first pages on a slow connection. */
const PRELOAD_DELAY = 10_000;

/** Opens the command palette. */
export async function openPalette(): Promise<void> {
  const [{ showPalette }] = await Promise.all([palette(), host()]);
  await showPalette();
}

/**
 * Loads the palette in an idle moment, so that it opens without delay. Browsers without `requestIdleCallback` load it
 * on first use.
 *
 * @returns a function that cancels the preload
 */
export function preloadPalette(): () => void {
  const load = () => void Promise.all([palette(), host()]).catch(() => undefined);
  if (!('requestIdleCallback' in globalThis)) return () => undefined;
  let request = 0;
  const timer = setTimeout(() => (request = requestIdleCallback(load)), PRELOAD_DELAY);
  return () => {
    clearTimeout(timer);
    cancelIdleCallback(request);
  };
}
