import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { LAYOUT_STYLES } from '../session/settings-shape.ts';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { allRequests } from '../testing/mock-server.ts';
import { type ConsoleOptions, openConsole } from '../testing/open-console.tsx';
import { expectNoOverflow, getPartRect, isShown, waitForPage } from '../testing/shell-parts.ts';
import { PAGE_VARIANTS, SWAPPED_PAGE_VARIANTS } from '../testing/variants.ts';

const ribbon = page.getByRole('complementary', { name: /^(Environment|Lingkungan)$/ });
/** Opens the console as its server sends it in this environment. */
async function openIn(environment: string, path: string, options?: ConsoleOptions): Promise<void> {
  document.documentElement.dataset['environment'] = environment;
  onTestFinished(() => void delete document.documentElement.dataset['environment']);
  await openConsole(path, options);
  await waitForPage();
}

const requestedCalls = async () => (await allRequests()).map(({ call }) => call);

describe('the ribbon of a staging environment', () => {
  for (const { language, theme, width, height } of [...PAGE_VARIANTS, ...SWAPPED_PAGE_VARIANTS])
    test(`moves and covers nothing that is clicked: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      await openIn('production', '/company/member', { language, theme });
      expect(ribbon.elements()).toEqual([]);
      const upperParts = () => [getPartRect('toolbar'), getPartRect('main').y, getPartRect('main').width];
      const formerParts = upperParts();

      await openIn('staging', '/company/member', { language, theme });
      await expect.element(ribbon).toHaveTextContent(language === 'id' ? 'Lingkungan uji coba' : 'Staging environment');
      await expect.element(ribbon).toBeInViewport({ ratio: 1 });
      expect(upperParts()).toEqual(formerParts);
      const box = ribbon.element().getBoundingClientRect();
      expect(box).toMatchObject({ x: 0, width, bottom: height });
      // All that can be clicked is in one of these, which clip it.
      for (const part of ['toolbar', 'navbar', 'scroller', 'footer'] as const)
        if (isShown(part)) expect(getPartRect(part).bottom, part).toBeLessThanOrEqual(box.top);
      for (const x of [1, width / 2, width - 1])
        expect(document.elementFromPoint(x, box.top + box.height / 2)).toBe(ribbon.element());
      expectNoOverflow();
      await expectAllAccessible();
    });

  test.each(LAYOUT_STYLES)('is the last line of %s', async (style) => {
    await openIn('staging', '/company/member', { settings: { layout: { style, config: {} } } });
    await expect.element(ribbon).toBeInViewport({ ratio: 1 });
    expect(getPartRect('footer').bottom).toBeLessThanOrEqual(ribbon.element().getBoundingClientRect().top);
    expect(document.documentElement.scrollHeight).toBe(window.innerHeight);
  });

  test('needs no request that production does not make', async () => {
    await openIn('staging', '/company/member');
    await expect.element(ribbon).toBeVisible();
    const stagingCalls = await requestedCalls();
    expect(stagingCalls.length).toBeGreaterThan(0);
    await openIn('production', '/company/member');
    const findAdditionalCalls = async () => {
      const productionCalls = new Set((await requestedCalls()).slice(stagingCalls.length));
      return stagingCalls.filter((call) => !productionCalls.has(call));
    };
    await expect.poll(findAdditionalCalls).toEqual([]);
  });

  test.each(['production', 'local'])('is not shown in %s', async (environment) => {
    await openIn(environment, '/dashboard');
    expect(ribbon.elements()).toEqual([]);
  });
});
