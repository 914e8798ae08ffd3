import type { Locator, Page } from '@playwright/test';

/** Keyboard input that counts key presses, and separately the characters of typed text. */
export function countingKeyboard(page: Page) {
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

/** Touch input that counts taps, and separately the characters of typed text. Text goes into the focused element. */
export function countingTouch(page: Page) {
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
    /** Taps a field and types into it. */
    async write(field: Locator, text: string): Promise<void> {
      await tap(field);
      await type(text);
    },
    /** Presses the on-screen key that submits the text; counts as a tap. */
    async go(): Promise<void> {
      await page.keyboard.press('Enter');
      taps += 1;
    },
    count: () => ({ taps, typed }),
  };
}
