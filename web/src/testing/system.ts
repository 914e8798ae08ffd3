import { commands } from 'vitest/browser';
import type { SystemAppearance } from './commands.ts';

let changed = false;

/** Emulates settings of the operating system until the test ends. */
export async function setUpSystem(appearance: SystemAppearance): Promise<void> {
  changed = true;
  await commands.emulateSystem(appearance);
}

/** Resets the settings of the operating system to its defaults. */
export async function resetSystem(): Promise<void> {
  if (changed) await commands.emulateSystem({});
  changed = false;
}
