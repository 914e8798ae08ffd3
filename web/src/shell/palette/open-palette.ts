import { holdKeys } from '../../ui/typed-ahead.ts';

const loadPalette = () => import('./palette.tsx');
const loadDialogs = () => import('../dialogs.tsx');

/** Milliseconds after which the preload no longer competes with the first pages on a slow connection. */
const PRELOAD_DELAY = 10_000;

let isLoading = false;

/** Opens the command palette, once however often its key is pressed. Its box gets what is typed meanwhile. */
export async function openPalette(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  const [{ showPalette }] = await holdKeys(Promise.all([loadPalette(), loadDialogs()])).finally(
    () => (isLoading = false),
  );
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
