import { commands } from 'vitest/browser';
import type { SystemAppearance } from './commands.ts';

let changed = false;

/** The person sets up their system so, until the test ends. */
export async function setUpSystem(appearance: SystemAppearance): Promise<void> {
  changed = true;
  await commands.emulateSystem(appearance);
}

/** The system as it comes. */
export async function resetSystem(): Promise<void> {
  if (changed) await commands.emulateSystem({});
  changed = false;
}
