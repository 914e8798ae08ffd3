import { resourceKeys, resources } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';
import { ENGLISH_TEXTS, untranslated } from '../testing/untranslated.ts';

async function expectIndonesian(path: string, user?: null): Promise<void> {
  await openConsole(path, { language: 'id', user });
  await expect.element(page.getByRole('heading').first()).toBeVisible();
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
  expect(untranslated(), path).toEqual([]);
}

describe('in Indonesian no English text is left', () => {
  it('and what is looked for is most of what the console says', () => {
    expect(ENGLISH_TEXTS.size).toBeGreaterThan(300);
  });

  it.each(resourceKeys)('in the list of %s', (key) => expectIndonesian(resources[key].path));

  it.each(resourceKeys)('in the form of a new %s', (key) => expectIndonesian(`${resources[key].path}/new`));

  // The page of a member is more than its record; its states are looked at where they are told.
  it.each(resourceKeys.filter((key) => key !== 'member'))('on the page of a %s', (key) =>
    expectIndonesian(`${resources[key].path}/1`),
  );

  it.each(['/dashboard', '/error-404', '/error-500', '/under-maintenance'])('at %s', (path) => expectIndonesian(path));

  it.each(['/login', '/register', '/auth/forgot-password', '/auth/reset-password/token/sari@example.test'])(
    'for strangers at %s',
    (path) => expectIndonesian(path, null),
  );
});
