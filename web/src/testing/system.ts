import { commands } from 'vitest/browser';
import type { SystemLook } from './commands.ts';

let changed = false;

/** The person sets up their system so, until the test ends. */
export async function setUpSystem(look: SystemLook): Promise<void> {
  changed = true;
  await commands.emulateSystem(look);
}

/** The system as it comes. */
export async function resetSystem(): Promise<void> {
  if (changed) await commands.emulateSystem({});
  changed = false;
}
