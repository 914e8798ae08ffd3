import type { Page } from '@playwright/test';

/** Lets `GET /api/user` answer another role than the true one; the page's saves go nowhere. */
export async function answerRole(page: Page, role: 'admin' | 'staff' | 'user' | 'guest'): Promise<void> {
  await page.route('**/api/user', async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: object };
    await route.fulfill({ json: { data: { ...data, role } } });
  });
  await page.route('**/api/user/settings', (route) => route.fulfill({ json: { data: {} } }));
}
