const palette = () => import('./palette.tsx');
const host = () => import('../dialogs.tsx');

/** By then the first pages have come, with which it would share a slow line. Milliseconds. */
const REST = 10_000;

/** Opens the command palette. */
export async function openPalette(): Promise<void> {
  const [{ showPalette }] = await Promise.all([palette(), host()]);
  await showPalette();
}

/** Fetches the palette once the console has rested, so that it is there when its keys are pressed. */
export function preloadPalette(): () => void {
  const load = () => void Promise.all([palette(), host()]).catch(() => undefined);
  if (!('requestIdleCallback' in globalThis)) return () => undefined;
  let request = 0;
  const timer = setTimeout(() => (request = requestIdleCallback(load)), REST);
  return () => {
    clearTimeout(timer);
    cancelIdleCallback(request);
  };
}
