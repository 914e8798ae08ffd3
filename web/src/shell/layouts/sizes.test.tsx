import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LAYOUT_STYLES } from '../../session/settings-shape.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { getPartRect, waitForPage } from '../../testing/shell-parts.ts';

describe('sizes of the shell', () => {
  test('the navigation is 280 px wide, 64 px when folded, and the page fills the remaining width', async () => {
    await openConsole('/dashboard');
    await waitForPage();
    expect(getPartRect('navbar')).toMatchObject({ x: 0, y: 0, width: 280, height: 900 });
    expect(getPartRect('toolbar')).toMatchObject({ x: 280, y: 0, right: 1440 });
    await page.getByRole('button', { name: 'Collapse navigation' }).click();
    // The navigation is open until the pointer leaves it.
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(() => getPartRect('navbar').width).toBe(64);
    expect(getPartRect('toolbar')).toMatchObject({ x: 64, right: 1440 });
  });

  test.each(LAYOUT_STYLES)('%s is centred in a readable width when boxed', async (style) => {
    const maxWidth = style === 'layout3' ? 1120 : 1280;
    await page.viewport(1600, 900);
    await openConsole('/dashboard', { settings: { layout: { style, config: { mode: 'boxed' } } } });
    await waitForPage();
    const [toolbar, footer] = [getPartRect('toolbar'), getPartRect('footer')];
    const left = style === 'layout1' ? getPartRect('navbar').x : toolbar.x;
    // The width includes the borders of the frame.
    expect(toolbar.right - left).toBeGreaterThan(maxWidth - 4);
    expect(toolbar.right - left).toBeLessThanOrEqual(maxWidth);
    expect(Math.abs(left - (1600 - toolbar.right))).toBeLessThanOrEqual(1);
    expect(footer.right).toBe(toolbar.right);
  });

  test('layout3 centres the content of every part in the same 1120 px', async () => {
    await openConsole('/dashboard', { settings: { layout: { style: 'layout3', config: {} } } });
    await waitForPage();
    for (const part of ['toolbar', 'navbar', 'footer'] as const)
      expect(getPartRect(part, 'inner'), part).toMatchObject({ x: 160, width: 1120 });
    expect(getPartRect('main')).toMatchObject({ x: 160, width: 1120 });
    expect(getPartRect('toolbar')).toMatchObject({ x: 0, width: 1440 });
  });
});
