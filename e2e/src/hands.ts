import type { Locator, Page } from '@playwright/test';

/** Somebody at a keyboard, whose key presses are counted: those that write a text apart from those that do something. */
export function keyboardOf(page: Page) {
  let keys = 0;
  let typed = 0;
  return {
    async press(...names: readonly string[]): Promise<void> {
      for (const name of names) {
        await page.keyboard.press(name);
        keys += 1;
      }
    },
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
      typed += text.length;
    },
    count: () => ({ keys, typed }),
  };
}

/** Somebody with one thumb, whose taps are counted; a text is typed into the element tapped last. */
export function thumbOf(page: Page) {
  let taps = 0;
  let typed = 0;
  const tap = async (target: Locator): Promise<void> => {
    await target.tap();
    taps += 1;
  };
  const type = async (text: string): Promise<void> => {
    await page.keyboard.type(text);
    typed += text.length;
  };
  return {
    tap,
    type,
    /** Taps a field and writes into it. */
    async write(field: Locator, text: string): Promise<void> {
      await tap(field);
      await type(text);
    },
    /** The key on screen that sends the typed text. */
    async go(): Promise<void> {
      await page.keyboard.press('Enter');
      taps += 1;
    },
    count: () => ({ taps, typed }),
  };
}
