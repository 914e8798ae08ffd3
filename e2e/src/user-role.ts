import type { Page } from '@playwright/test';

/** Replaces the role in responses to `GET /api/user`, and discards the settings that the page saves. */
export async function mockUserRole(page: Page, role: 'admin' | 'staff' | 'user' | 'guest'): Promise<void> {
  await page.route('**/api/user', async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: object };
    await route.fulfill({ json: { data: { ...data, role } } });
  });
  await page.route('**/api/user/settings', (route) => route.fulfill({ json: { data: {} } }));
}
