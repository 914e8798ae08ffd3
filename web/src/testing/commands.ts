/// <reference types="@vitest/browser-playwright" />
import type { Locator } from 'vitest/browser';
import type { BrowserCommand } from 'vitest/node';
import { setTouchScreen, tap } from './touch.ts';

/** A test's settings of the system: how the person has set it up. Without values: as it comes. */
export interface SystemAppearance {
  readonly media?: 'print' | null;
  readonly colorScheme?: 'light' | 'dark' | null;
  readonly reducedMotion?: 'reduce' | null;
  readonly forcedColors?: 'active' | null;
  readonly contrast?: 'more' | null;
}

const emulateSystem: BrowserCommand<[appearance: SystemAppearance]> = async ({ page }, appearance) =>
  page.emulateMedia({
    media: null,
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
    ...appearance,
  });

/** Cuts the browser off from the network, or connects it again. */
const setOffline: BrowserCommand<[offline: boolean]> = async ({ context }, offline) => context.setOffline(offline);

export const commands = { emulateSystem, setOffline, setTouchScreen, tap };

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateSystem: (appearance: SystemAppearance) => Promise<void>;
    setOffline: (offline: boolean) => Promise<void>;
    /** A finger points at the screen from now on, or a mouse again. */
    setTouchScreen: (on: boolean) => Promise<void>;
    /** A finger taps the element of a locator. */
    tap: (target: Locator) => Promise<void>;
  }
}

declare module 'vitest' {
  /** The configuration's values for the tests. */
  interface ProvidedContext {
    /** Milliseconds by which answers are held back at random. */
    slowness: number;
    turn: number | null;
    /** The resources that a run is about, where it is not about all: scripts/changed.mjs. */
    resources: readonly string[] | null;
  }
}
