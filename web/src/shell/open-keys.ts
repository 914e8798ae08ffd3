import { holdKeys } from '../ui/typed-ahead.ts';

/** Loads and opens the list of keyboard shortcuts. */
export async function openKeys(): Promise<void> {
  const [{ showKeys }] = await holdKeys(Promise.all([import('./keys-dialog.tsx'), import('./dialogs.tsx')]));
  await showKeys();
}
