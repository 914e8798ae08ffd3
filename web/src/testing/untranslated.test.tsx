import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from './open-console.tsx';
import { ENGLISH_TEXTS, untranslated } from './untranslated.ts';

it('what is looked for in an Indonesian page is most of what the console says', async () => {
  expect(ENGLISH_TEXTS.size).toBeGreaterThan(300);
  await openConsole('/error-404', { language: 'id' });
  const main = page.getByRole('main');
  await expect.element(main).toBeVisible();
  expect(untranslated()).toEqual([]);
  main.element().append('Settings');
  expect(untranslated()).toEqual(['Settings']);
});
