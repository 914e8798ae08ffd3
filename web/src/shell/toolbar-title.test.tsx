import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LAYOUT_STYLES } from '../session/settings-shape.ts';
import { mockMember } from '../testing/member-overview.ts';
import { openConsole } from '../testing/open-console.tsx';
import { getPart, waitForPage } from '../testing/shell-parts.ts';

test.each(LAYOUT_STYLES)('%s shows the whole title in the toolbar, and nothing overlaps it', async (style) => {
  mockMember();
  await openConsole('/company/member/5', { language: 'id', settings: { layout: { style, config: {} } } });
  await waitForPage();
  for (const width of [768, 1024, 1100, 1200, 1440]) {
    await page.viewport(width, 900);
    const breadcrumb = page.getByRole('navigation', { name: 'Jejak halaman' });
    const title = breadcrumb.getByText('Bagus Santoso');
    await expect.element(title).toBeInViewport({ ratio: 1 });
    expect(title.element().scrollWidth, `${width} px`).toBeLessThanOrEqual(title.element().clientWidth);
    const partRects = [...(getPart('toolbar').querySelector('nav ol')?.closest('div')?.children ?? [])]
      .map((part) => part.getBoundingClientRect())
      .filter(({ width: partWidth }) => partWidth > 0);
    expect(partRects.length).toBeGreaterThan(4);
    for (const [index, { left }] of partRects.entries())
      expect(left, `${width} px`).toBeGreaterThanOrEqual(partRects[index - 1]?.right ?? 0);
  }
});
