import { expectAccessible } from '../src/accessibility.ts';
import { expect, test } from '../src/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const LOOKS = [
  { language: 'en', theme: 'light' },
  { language: 'id', theme: 'dark' },
] as const;

const GUEST_PAGES = [
  '/login',
  '/register',
  '/auth/forgot-password',
  '/auth/reset-password/a-token/sari@example.test',
  '/error-404',
  '/error-500',
  '/under-maintenance',
];
const OWN_PAGES = ['/company/dashboard', '/dashboard', '/pages/profile'];

for (const look of LOOKS) {
  test.describe(`${look.language}, ${look.theme}`, () => {
    test.use({ look });

    test.describe('without a session', () => {
      test.use({ account: null });

      test('the pages of guests open, and axe finds nothing', async ({ page }) => {
        for (const path of GUEST_PAGES) {
          await page.goto(path);
          await expect(page).toHaveURL(new RegExp(`${path}$`));
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('html')).toHaveAttribute('lang', look.language);
          await expectAccessible(page);
        }
      });
    });

    test('the pages of everybody open, and axe finds nothing', async ({ page }) => {
      for (const path of OWN_PAGES) {
        await page.goto(path);
        await expect(page).toHaveURL(new RegExp(`${path}$`));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectAccessible(page);
      }
    });

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

      test('list, filters, navigation and record open, and axe finds nothing', async ({ page }) => {
        await page.goto('/company/member');
        const first = page.getByRole('main').getByRole('listitem').getByRole('link').first();
        await expect(first).toBeVisible();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Filter', exact: true }).tap();
        const drawer = page.getByRole('dialog');
        await expect(drawer).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expect(drawer).toBeHidden();
        await page.getByRole('button', { name: /^(Open the navigation|Buka navigasi)$/ }).tap();
        await expect(drawer).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expect(drawer).toBeHidden();
        await first.tap();
        await expect(page.getByRole('tablist')).toBeVisible();
        await expectAccessible(page);
      });
    });
  });
}
