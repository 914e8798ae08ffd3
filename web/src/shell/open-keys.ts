/** Loads and opens the list of keyboard shortcuts. */
export async function openKeys(): Promise<void> {
  const [{ showKeys }] = await Promise.all([import('./keys-dialog.tsx'), import('./dialogs.tsx')]);
  await showKeys();
}
