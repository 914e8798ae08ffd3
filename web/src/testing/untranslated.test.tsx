import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from './open-console.tsx';
import { ENGLISH_TEXTS, findUntranslatedTexts } from './untranslated.ts';

it('finds one of more than 300 English texts on an Indonesian page', async () => {
  expect(ENGLISH_TEXTS.size).toBeGreaterThan(300);
  await openConsole('/error-404', { language: 'id' });
  const main = page.getByRole('main');
  await expect.element(main).toBeVisible();
  expect(findUntranslatedTexts()).toEqual([]);
  main.element().append('Settings');
  expect(findUntranslatedTexts()).toEqual(['Settings']);
});
