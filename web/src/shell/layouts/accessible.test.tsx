import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LAYOUT_STYLES } from '../../session/settings-shape.ts';
import { expectAllAccessible } from '../../testing/accessibility.ts';
import { dashboardData } from '../../testing/dashboard-data.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse } from '../../testing/mock-server.ts';
import { waitForAnimations, getPartRect, expectNoOverflow, getPart, waitForPage } from '../../testing/shell-parts.ts';
import { changeLayout } from './change-layout.ts';

const THEME_VARIANTS = [
  { language: 'en', themes: { main: 'light', navbar: 'night', toolbar: 'forest', footer: 'teak' } },
  { language: 'id', themes: { main: 'dark' } },
] as const;

describe.each(LAYOUT_STYLES)('%s', (style) => {
  test.each(THEME_VARIANTS)(
    'passes axe and has no overflow on a desktop in $language and $themes.main',
    async (variant) => {
      const { language, themes } = variant;
      await openConsole('/company/member', { language, settings: { layout: { style, config: {} }, themes } });
      await expect.element(page.getByRole('grid').getByRole('row').nth(3)).toBeVisible();
      await waitForPage();
      expectNoOverflow();
      await expectAllAccessible();
      if (style === 'layout1') {
        changeLayout({ folded: true });
        // A pointer over the folded navigation would open it.
        await userEvent.hover(getPart('toolbar'));
        await expect.poll(() => getPartRect('navbar').width).toBe(64);
      } else {
        changeLayout({ toolbarPosition: 'below' });
        await expect.poll(() => getPartRect('navbar').y).toBe(0);
      }
      await waitForPage();
      expectNoOverflow();
      await expectAllAccessible();
    },
  );

  test.each(THEME_VARIANTS)(
    'passes axe and has no overflow on a phone in $language and $themes.main',
    async (variant) => {
      const { language, themes } = variant;
      await page.viewport(390, 844);
      await openConsole('/company/member', { language, settings: { layout: { style, config: {} }, themes } });
      await expect.element(page.getByRole('button', { name: /^(Open navigation|Buka navigasi)$/ })).toBeVisible();
      await waitForPage();
      expectNoOverflow();
      await expectAllAccessible();
      await page.getByRole('button', { name: /^(Open navigation|Buka navigasi)$/ }).click();
      await expect.element(page.getByRole('dialog').getByRole('link', { name: /^(Members|Anggota)$/ })).toBeVisible();
      await waitForAnimations();
      await expectAllAccessible();
    },
  );

  test.each(['/company/dashboard', '/company/member', '/system/country/new'])(
    'does not scroll %s horizontally at 200 percent zoom',
    async (path) => {
      await page.viewport(720, 450);
      mockResponse('GET /api/dashboard', { data: dashboardData() });
      await openConsole(path, { language: 'id', settings: { layout: { style, config: {} } } });
      await waitForPage();
      expectNoOverflow();
    },
  );
});
