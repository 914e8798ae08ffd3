import { holdKeys } from '../../ui/typed-ahead.ts';

/** Loads and opens the quick panel. */
export async function openQuickPanel(): Promise<void> {
  const { showQuickPanel } = await holdKeys(import('./quick-panel.tsx'));
  await showQuickPanel();
}
