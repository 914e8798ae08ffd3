/** Shows the keys of the page. */
export async function openKeys(): Promise<void> {
  const [{ showKeys }] = await Promise.all([import('./keys-dialog.tsx'), import('./dialogs.tsx')]);
  await showKeys();
}
