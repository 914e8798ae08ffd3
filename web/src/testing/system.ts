import { commands } from 'vitest/browser';
import type { SystemAppearance } from './commands.ts';

let isEmulated = false;

/** Emulates settings of the operating system until the test ends. */
export async function emulateSystem(appearance: SystemAppearance): Promise<void> {
  isEmulated = true;
  await commands.emulateSystem(appearance);
}

/** Resets the settings of the operating system to its defaults. */
export async function resetSystemAppearance(): Promise<void> {
  if (isEmulated) await commands.emulateSystem({});
  isEmulated = false;
}
