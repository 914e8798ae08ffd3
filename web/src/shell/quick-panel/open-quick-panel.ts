/** Loads and opens the quick panel. */
export async function openQuickPanel(): Promise<void> {
  const { showQuickPanel } = await import('./quick-panel.tsx');
  await showQuickPanel();
}
