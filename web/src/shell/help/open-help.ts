import { holdKeys } from '../../ui/typed-ahead.ts';

/** Loads and opens the help of the current page. */
export async function openHelp(): Promise<void> {
  const [{ showHelp }] = await holdKeys(Promise.all([import('./help-dialog.tsx'), import('../dialogs.tsx')]));
  await showHelp();
}
