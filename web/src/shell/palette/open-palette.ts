const palette = () => import('./palette.tsx');
const host = () => import('../dialogs.tsx');

/** Opens the command palette. */
export async function openPalette(): Promise<void> {
  const [{ showPalette }] = await Promise.all([palette(), host()]);
  await showPalette();
}

/** Fetches the palette while nothing else is going on, so that it is there when its keys are pressed. */
export function preloadPalette(): () => void {
  const load = () => void Promise.all([palette(), host()]).catch(() => undefined);
  if (!('requestIdleCallback' in globalThis)) return () => undefined;
  const request = requestIdleCallback(load, { timeout: 5000 });
  return () => cancelIdleCallback(request);
}
