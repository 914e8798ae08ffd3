import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse, neverResponds } from '../testing/mock-server.ts';

const PUBLIC_PATHS = [
  '/dashboard',
  '/login',
  '/register',
  '/auth/forgot-password',
  '/auth/reset-password/a-token/sari@example.test',
  '/error-404',
  '/error-500',
  '/under-maintenance',
];
/** The window's title at both paths of the dashboard. */
const DASHBOARD_TITLE = { en: 'Dashboard · Innkeeper', id: 'Dasbor · Innkeeper' };
const SIGNED_IN_PATHS = ['/company/dashboard', '/dashboard', '/pages/profile', '/help'];

/** Expects the page of this path, with a single main heading and its language in `lang`. */
async function expectPage(path: string, language: string): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(location.pathname).toBe(path);
  expect(document.documentElement.lang).toBe(language);
}

for (const language of ['en', 'id'] as const)
  describe(`the paths in ${language}`, () => {
    for (const path of PUBLIC_PATHS)
      test(`${path} opens for a visitor who is not signed in`, async () => {
        await openConsole(path, { language, user: null });
        await expectPage(path, language);
      });

    for (const path of ['/company/dashboard', '/dashboard'])
      test(`${path} has the dashboard as its window title`, async () => {
        mockResponse('GET /api/dashboard', neverResponds);
        await openConsole(path, { language });
        await expect.poll(() => document.title).toBe(DASHBOARD_TITLE[language]);
      });

    test('/dashboard has the same window title for a user of the front desk', async () => {
      await openConsole('/dashboard', { language, user: { roles: ['STORE_VISIT', 'VIEW_VISIT'] } });
      await expect.poll(() => document.title).toBe(DASHBOARD_TITLE[language]);
      await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Sari Wulandari');
    });

    for (const path of SIGNED_IN_PATHS)
      test(`${path} opens for a signed-in user`, async () => {
        for (const call of ['GET /api/dashboard', 'GET /api/user/profile', 'GET /api/user/sessions'] as const)
          mockResponse(call, neverResponds);
        await openConsole(path, { language });
        await expectPage(path, language);
      });
  });
