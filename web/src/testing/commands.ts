/// <reference types="@vitest/browser-playwright" />
import type { Locator } from 'vitest/browser';
import type { BrowserCommand } from 'vitest/node';
import { setTouchScreen, tap } from './touch.ts';

/** A test's settings of the operating system; its defaults without values. */
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

/** Disconnects the browser from the network, or reconnects it. */
const setOffline: BrowserCommand<[offline: boolean]> = async ({ context }, offline) => context.setOffline(offline);

export const commands = { emulateSystem, setOffline, setTouchScreen, tap };

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateSystem: (appearance: SystemAppearance) => Promise<void>;
    setOffline: (offline: boolean) => Promise<void>;
    /** Emulates a touch screen from now on, or a mouse again. */
    setTouchScreen: (isTouchScreen: boolean) => Promise<void>;
    /** Taps the element of a locator with a finger. */
    tap: (target: Locator) => Promise<void>;
  }
}

declare module 'vitest' {
  /** Values from the configuration for the tests. */
  interface ProvidedContext {
    /** Responses are delayed at random by up to this time. Milliseconds. */
    slowness: number;
    rotation: number | null;
    /** The resources that a run covers; null for all. See scripts/changed.mjs. */
    resources: readonly string[] | null;
  }
}
