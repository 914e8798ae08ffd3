import type { Locator, Page } from '@playwright/test';

/** Keyboard input that counts the key presses, and separately the characters of typed text. */
export function createCountingKeyboard(page: Page) {
  let keyCount = 0;
  let typedLength = 0;
  return {
    async press(...keys: readonly string[]): Promise<void> {
      for (const name of keys) {
        await page.keyboard.press(name);
        keyCount += 1;
      }
    },
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
      typedLength += text.length;
    },
    count: () => ({ keyCount, typed: typedLength }),
  };
}

/**
 * Touch input that counts the taps, and separately the characters of typed text. Text goes into the focused element.
 */
export function createCountingTouch(page: Page) {
  let tapCount = 0;
  let typedLength = 0;
  const tap = async (target: Locator): Promise<void> => {
    await target.tap();
    tapCount += 1;
  };
  const type = async (text: string): Promise<void> => {
    await page.keyboard.type(text);
    typedLength += text.length;
  };
  return {
    tap,
    type,
    /** Taps a field and types into it. */
    async write(field: Locator, text: string): Promise<void> {
      await tap(field);
      await type(text);
    },
    /** Presses the on-screen key that submits the text, which counts as a tap. */
    async go(): Promise<void> {
      await page.keyboard.press('Enter');
      tapCount += 1;
    },
    count: () => ({ tapCount, typed: typedLength }),
  };
}
