import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { mockAccount } from '../../testing/account.ts';
import { testInEveryVariant } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../testing/mock-server.ts';
import { stories } from './profile-page.stories.ts';

describe('the profile', () => {
  testInEveryVariant(stories);

  it('loads on retry after a failure', async () => {
    mockResponse('GET /api/user/profile', () => rejection(503, 'unavailable'));
    await openConsole('/pages/profile');
    const errorMessage = page.getByRole('alert').filter({ hasText: 'Couldn’t load this.' });
    await expect.element(errorMessage).toBeVisible();
    mockAccount();
    await errorMessage.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Sari Wulandari');
  });
});
