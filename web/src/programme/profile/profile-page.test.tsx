import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { keepAccount } from '../../testing/account.ts';
import { testInEveryLook } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, refusal } from '../../testing/played-server.ts';
import { stories } from './profile-page.stories.ts';

describe('the profile', () => {
  testInEveryLook(stories);

  it('that could not be loaded is there after trying again', async () => {
    answer('GET /api/user/profile', () => refusal(503, 'unavailable'));
    await openConsole('/pages/profile');
    const failed = page.getByRole('alert').filter({ hasText: 'This could not be loaded.' });
    await expect.element(failed).toBeVisible();
    keepAccount();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Sari Wulandari');
  });
});
