import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LAYOUT_STYLES } from '../../session/settings-shape.ts';
import { expectAllAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { rows } from '../../testing/rows.ts';
import { getPartRect, isShown, getPart, waitForPage } from '../../testing/shell-parts.ts';
import { changeLayout } from './change-layout.ts';

describe('positions of the parts', () => {
  test('layout1 places the navigation at the right, and toolbar and footer across the window', async () => {
    const config = { navbarPosition: 'right', toolbarPosition: 'above', footerPosition: 'above' };
    await openConsole('/dashboard', { settings: { layout: { style: 'layout1', config } } });
    await waitForPage();
    expect(getPartRect('toolbar')).toMatchObject({ x: 0, y: 0, width: 1440 });
    expect(getPartRect('navbar')).toMatchObject({ x: 1160, right: 1440, y: getPartRect('toolbar').bottom });
    expect(getPartRect('footer')).toMatchObject({ x: 0, width: 1440, bottom: 900 });
    changeLayout({ navbarPosition: 'left', toolbarPosition: 'below', footerPosition: 'below' });
    await expect.poll(() => getPartRect('navbar')).toMatchObject({ x: 0, y: 0, width: 280, height: 900 });
    expect(getPartRect('toolbar')).toMatchObject({ x: 280, y: 0, right: 1440 });
    expect(getPartRect('footer')).toMatchObject({ x: 280, right: 1440, bottom: 900 });
  });

  test.each(['layout2', 'layout3'] as const)('%s places the toolbar above or below the navigation', async (style) => {
    await openConsole('/dashboard', { settings: { layout: { style, config: {} } } });
    await waitForPage();
    expect(getPartRect('toolbar').y).toBe(0);
    expect(getPartRect('navbar').y).toBe(getPartRect('toolbar').bottom);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Below the navigation' }).click();
    await expect.poll(() => getPartRect('navbar').y).toBe(0);
    expect(getPartRect('toolbar').y).toBe(getPartRect('navbar').bottom);
  });

  test.each(LAYOUT_STYLES)('%s shows fixed parts always, and scrolls static ones with the page', async (style) => {
    await page.viewport(1280, 500);
    await openConsole('/company/member/new', { settings: { layout: { style, config: {} } } });
    await expect.element(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
    await waitForPage();
    const isInViewport = (part: 'toolbar' | 'footer') => getPartRect(part).y < 500 && getPartRect(part).bottom > 0;
    const scrollToEnd = () => getPart('scroller').scrollTo({ top: getPart('scroller').scrollHeight });
    scrollToEnd();
    await expect.poll(() => getPart('scroller').scrollTop).toBeGreaterThan(0);
    expect([isInViewport('toolbar'), isInViewport('footer')]).toEqual([true, true]);
    changeLayout({ toolbarStyle: 'static', footerStyle: 'static' });
    getPart('scroller').scrollTo({ top: 0 });
    await expect.poll(() => [isInViewport('toolbar'), isInViewport('footer')]).toEqual([true, false]);
    scrollToEnd();
    await expect.poll(() => [isInViewport('toolbar'), isInViewport('footer')]).toEqual([false, true]);
  });

  test.each(LAYOUT_STYLES)('%s shows a list in the remaining height, within which it scrolls', async (style) => {
    setRecords('member', rows('member', 40));
    await openConsole('/company/member', { settings: { layout: { style, config: {} } } });
    await expect.element(page.getByRole('grid').getByRole('row').nth(3)).toBeVisible();
    const { scrollHeight, clientHeight } = getPart('scroller');
    expect(scrollHeight).toBe(clientHeight);
    expect(getPartRect('main').bottom).toBeLessThanOrEqual(getPartRect('footer').y);
  });

  test('hiding all parts leaves buttons for navigation, settings and user menu', async () => {
    const config = { navbar: false, toolbar: false, footer: false };
    await openConsole('/system/country/new', { settings: { layout: { style: 'layout1', config } } });
    await waitForPage();
    for (const part of ['navbar', 'toolbar', 'footer'] as const) expect(isShown(part), part).toBe(false);
    await expectAllAccessible();
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Members', exact: true }).click();
    await expect.poll(() => location.pathname).toBe('/company/member');
    await expect.element(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: 'Show the toolbar' }).click();
    await expect.poll(() => isShown('toolbar')).toBe(true);
  });
});
