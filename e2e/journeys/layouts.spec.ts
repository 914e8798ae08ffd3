import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { expect, test } from '../src/test.ts';
import { answerUser, boxOf, openWith, settingsOf } from '../src/user-answer.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const STYLES = ['layout1', 'layout2', 'layout3'] as const;
const NAV = 'nav[aria-label="Main navigation"]';
const TOOLBAR = 'header:has(nav ol)';
const FOOTER = 'footer:has-text("Built")';

async function expectNothingCutOff(page: Page): Promise<void> {
  // Neither the window nor the part that scrolls moves sideways, and the toolbar keeps all it holds.
  for (const selector of ['html', '#page-scroller', TOOLBAR]) {
    const widths = await page.locator(selector).evaluate((e) => [e.scrollWidth, e.clientWidth] as const);
    expect(widths[0], selector).toBeLessThanOrEqual(widths[1]);
  }
}
const settled = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
};

test.describe('layout sizes', () => {
  test('side bar: 280 px in the layout shell, 64 px when folded', async ({ page, enter }) => {
    await enter('/company/dashboard');
    expect(await boxOf(page, NAV)).toMatchObject({ x: 0, y: 0, width: 280, height: 900 });
    await page.getByRole('button', { name: 'Fold the navigation' }).click();
    await page.mouse.move(900, 500);
    await expect.poll(async () => (await boxOf(page, NAV)).width).toBe(64);
    expect((await boxOf(page, TOOLBAR)).x).toBe(64);
  });

  for (const style of STYLES) {
    const widest = style === 'layout3' ? 1120 : 1280;
    test(`boxed layout: up to ${widest} px wide in ${style}`, async ({ page }) => {
      await page.setViewportSize({ width: 1600, height: 900 });
      await openWith(page, '/company/dashboard', { style, config: { mode: 'boxed' } });
      await settled(page);
      const [toolbar, footer] = [await boxOf(page, TOOLBAR), await boxOf(page, FOOTER)];
      const left = style === 'layout1' ? (await boxOf(page, NAV)).x : toolbar.x;
      // The frame's own lines stand inside of its width.
      expect(toolbar.right - left).toBeGreaterThan(widest - 4);
      expect(toolbar.right - left).toBeLessThanOrEqual(widest);
      expect(Math.abs(left - (1600 - toolbar.right))).toBeLessThanOrEqual(1);
      expect(footer.right).toBe(toolbar.right);
    });
  }

  test('layout 3 centres what every part holds between the same two lines, 1120 px apart', async ({ page }) => {
    await openWith(page, '/company/dashboard', { style: 'layout3' });
    await settled(page);
    for (const selector of [`${TOOLBAR} > div`, `${NAV} > div`, 'main', `${FOOTER} > div`])
      expect(await boxOf(page, selector), selector).toMatchObject({ x: 160, width: 1120 });
    expect(await boxOf(page, TOOLBAR)).toMatchObject({ x: 0, width: 1440 });
  });

  test('settings panel: 380 px', async ({ page }) => {
    await openWith(page, '/company/dashboard');
    await page.getByRole('button', { name: 'Settings' }).click();
    expect(await boxOf(page, '[role=dialog]')).toMatchObject({ x: 1060, y: 0, width: 380, height: 900 });
  });
});

test.describe('the parts stand where the options put them', () => {
  test('vertical: the navigation at the left or the right, the toolbar beside it or across everything', async ({
    page,
  }) => {
    await openWith(page, '/company/dashboard', {
      config: { navbarPosition: 'right', toolbarPosition: 'above', footerPosition: 'above' },
    });
    await settled(page);
    expect(await boxOf(page, TOOLBAR)).toMatchObject({ x: 0, y: 0, width: 1440 });
    expect(await boxOf(page, NAV)).toMatchObject({ x: 1160, right: 1440 });
    expect((await boxOf(page, NAV)).y).toBe((await boxOf(page, TOOLBAR)).bottom);
    expect(await boxOf(page, FOOTER)).toMatchObject({ x: 0, width: 1440, bottom: 900 });
  });

  for (const style of ['layout2', 'layout3'] as const)
    test(`${style}: the toolbar above or below the navigation`, async ({ page, enter }) => {
      await answerUser(page, { settings: settingsOf({ style }) });
      await enter('/company/dashboard');
      await settled(page);
      expect((await boxOf(page, NAV)).y).toBe((await boxOf(page, TOOLBAR)).bottom);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('radio', { name: 'Below the navigation' }).click();
      await expect.poll(async () => (await boxOf(page, NAV)).y).toBe(0);
      expect((await boxOf(page, TOOLBAR)).y).toBe((await boxOf(page, NAV)).bottom);
    });

  for (const style of STYLES)
    test(`${style}: fixed parts stay, static ones scroll away with the page`, async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 420 });
      await openWith(page, '/company/dashboard', { style, config: { toolbarStyle: 'static', footerStyle: 'static' } });
      await settled(page);
      await page.locator('#page-scroller').evaluate((e) => e.scrollTo(0, e.scrollHeight));
      await expect(page.locator(TOOLBAR)).not.toBeInViewport();
      await expect(page.locator(FOOTER)).toBeInViewport();
      await openWith(page, '/company/dashboard', { style });
      await settled(page);
      await page.locator('#page-scroller').evaluate((e) => e.scrollTo(0, e.scrollHeight));
      await expect(page.locator(TOOLBAR)).toBeInViewport();
      await expect(page.locator(FOOTER)).toBeInViewport();
    });

  test('a list fills what is left, and scrolls within itself', async ({ page }) => {
    for (const style of STYLES) {
      await openWith(page, '/company/member', { style });
      await expect(page.getByRole('grid').getByRole('row').nth(3)).toBeVisible();
      const heights = await page.locator('#page-scroller').evaluate((e) => [e.scrollHeight, e.clientHeight] as const);
      expect(heights[0], style).toBe(heights[1]);
    }
  });

  test('what is switched off is gone, and the ways to everything are still there', async ({ page, enter }) => {
    await answerUser(page, { settings: settingsOf({ config: { navbar: false, toolbar: false, footer: false } }) });
    await enter('/company/dashboard');
    await settled(page);
    for (const selector of [NAV, TOOLBAR, FOOTER]) await expect(page.locator(selector)).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Members', exact: true }).click();
    await expect(page).toHaveURL(/\/company\/member$/);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: 'Show the toolbar' }).click();
    await expect(page.locator(TOOLBAR)).toBeVisible();
  });
});

test('another layout keeps what is on the page, down to a text half typed', async ({ page, enter }) => {
  await enter('/system/country/new');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Kepulauan Tengah');
  const kept = await name.elementHandle();
  await page.getByRole('button', { name: 'Settings' }).click();
  for (const change of ['Horizontal', 'Horizontal container', 'Vertical', 'Boxed', 'Across the window', 'Right']) {
    await page.getByRole('radio', { name: change, exact: true }).first().click();
    await expect(name).toHaveValue('Kepulauan Tengah');
    expect(await kept?.evaluate((element) => element.isConnected), change).toBe(true);
  }
});

test('login, errors and a forgotten password show no shell', async ({ page }) => {
  for (const path of ['/error-404', '/error-500', '/under-maintenance', '/auth/forgot-password']) {
    await openWith(page, path, { style: 'layout2' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const selector of [NAV, '#page-scroller', FOOTER]) await expect(page.locator(selector)).toHaveCount(0);
  }
});

for (const style of STYLES) {
  test.describe(`${style}, looked through by axe`, () => {
    for (const [themes, language] of [
      [{ main: 'light', navbar: 'night', toolbar: 'forest', footer: 'teak' }, 'en'],
      [{ main: 'dark' }, 'id'],
    ] as const) {
      const configs = style === 'layout1' ? [{}, { folded: true }] : [{}, { toolbarPosition: 'below' }];
      for (const config of configs)
        test(`on a desk, ${themes.main}, ${Object.keys(config)[0] ?? 'as it comes'}`, async ({ page }) => {
          await openWith(page, '/company/member', { style, config, themes, language });
          await expect(page.getByRole('grid').getByRole('row').nth(3)).toBeVisible();
          await expectNothingCutOff(page);
          await expectAccessible(page);
        });

      test.describe('with a finger', () => {
        test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

        test(`on a phone, ${themes.main}`, async ({ page }) => {
          await openWith(page, '/company/dashboard', { style, themes, language });
          await settled(page);
          await expectNothingCutOff(page);
          await expectAccessible(page);
          await page.getByRole('button', { name: /^(Open the navigation|Buka navigasi)$/ }).tap();
          await expect(page.getByRole('dialog').getByRole('link', { name: /^(Members|Anggota)$/ })).toBeVisible();
          await expectAccessible(page);
        });
      });
    }
  });
}

test.describe('at 200 % of zoom', () => {
  test.use({ viewport: { width: 720, height: 450 } });
  for (const style of STYLES)
    test(`${style} needs no scrolling sideways`, async ({ page }) => {
      for (const path of ['/company/dashboard', '/company/member', '/system/country/new']) {
        await openWith(page, path, { style, language: 'id' });
        await settled(page);
        await expectNothingCutOff(page);
      }
    });
});
