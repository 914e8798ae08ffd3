import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LAYOUT_STYLES } from '../../session/settings-shape.ts';
import { expectAllAccessible } from '../../testing/accessibility.ts';
import { dashboardFigures } from '../../testing/dashboard-figures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer } from '../../testing/played-server.ts';
import { atRest, boxOf, expectNothingCutOff, partOf, pageAtRest } from '../../testing/shell-parts.ts';
import { changeLayout } from './change-layout.ts';

const LOOKS = [
  { language: 'en', themes: { main: 'light', navbar: 'night', toolbar: 'forest', footer: 'teak' } },
  { language: 'id', themes: { main: 'dark' } },
] as const;

describe.each(LAYOUT_STYLES)('%s', (style) => {
  test.each(LOOKS)('on a desk in $language and $themes.main: axe is content, nothing is cut off', async (look) => {
    const { language, themes } = look;
    await openConsole('/company/member', { language, settings: { layout: { style, config: {} }, themes } });
    await expect.element(page.getByRole('grid').getByRole('row').nth(3)).toBeVisible();
    await pageAtRest();
    expectNothingCutOff();
    await expectAllAccessible();
    if (style === 'layout1') {
      changeLayout({ folded: true });
      // A pointer at rest on the navigation would open it.
      await userEvent.hover(partOf('toolbar'));
      await expect.poll(() => boxOf('navbar').width).toBe(64);
    } else {
      changeLayout({ toolbarPosition: 'below' });
      await expect.poll(() => boxOf('navbar').y).toBe(0);
    }
    await pageAtRest();
    expectNothingCutOff();
    await expectAllAccessible();
  });

  test.each(LOOKS)('on a phone in $language and $themes.main: so too, and with the navigation open', async (look) => {
    const { language, themes } = look;
    await page.viewport(390, 844);
    await openConsole('/company/member', { language, settings: { layout: { style, config: {} }, themes } });
    await expect.element(page.getByRole('button', { name: /^(Open the navigation|Buka navigasi)$/ })).toBeVisible();
    await pageAtRest();
    expectNothingCutOff();
    await expectAllAccessible();
    await page.getByRole('button', { name: /^(Open the navigation|Buka navigasi)$/ }).click();
    await expect.element(page.getByRole('dialog').getByRole('link', { name: /^(Members|Anggota)$/ })).toBeVisible();
    await atRest();
    await expectAllAccessible();
  });

  test.each(['/company/dashboard', '/company/member', '/system/country/new'])(
    '%s needs no scrolling sideways at 200 percent of zoom',
    async (path) => {
      await page.viewport(720, 450);
      answer('GET /api/dashboard', { data: dashboardFigures() });
      await openConsole(path, { language: 'id', settings: { layout: { style, config: {} } } });
      await pageAtRest();
      expectNothingCutOff();
    },
  );
});
