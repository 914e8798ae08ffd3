const loadPalette = () => import('./palette.tsx');
const loadDialogs = () => import('../dialogs.tsx');

/** Milliseconds after which the preload no longer competes with the first pages on a slow connection. */
const PRELOAD_DELAY = 10_000;

/** Opens the command palette. */
export async function openPalette(): Promise<void> {
  const [{ showPalette }] = await Promise.all([loadPalette(), loadDialogs()]);
  await showPalette();
}

/**
 * Loads the palette in an idle moment, so that it opens without delay. Browsers without `requestIdleCallback` load it
 * on first use.
 *
 * @returns a function that cancels the preload
 */
export function preloadPalette(): () => void {
  const preload = () => void Promise.all([loadPalette(), loadDialogs()]).catch(() => undefined);
  if (!('requestIdleCallback' in globalThis)) return () => undefined;
  let request = 0;
  const timer = setTimeout(() => (request = requestIdleCallback(preload)), PRELOAD_DELAY);
  return () => {
    clearTimeout(timer);
    cancelIdleCallback(request);
  };
}
