import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { expectRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse } from '../../testing/mock-server.ts';
import { chooseOption, openPaletteAt, searchResponse } from '../../testing/palette.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { FINANCE_HELP } from './texts/finance.ts';

const articleOf = (name: string) => page.getByRole('article', { name, exact: true });
const searchBox = page.getByRole('searchbox', { name: 'Search the guide' });

describe('the user guide', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`has the help of every page: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      await openConsole('/help', { language, theme });
      const title = { en: 'User guide', id: 'Panduan pengguna' }[language];
      await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const article = articleOf({ en: 'Redeem', id: 'Tukar voucher' }[language]);
      await expect.element(article).toMatchTextContent(FINANCE_HELP.redeem.about[language]);
      await expectAccessible();
      expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(width);
      await expectTextsToFit([language]);
    });

  test('shows the articles with the typed words, and stores the search in the address', async () => {
    await openConsole('/help');
    await expect.element(articleOf('Members')).toBeVisible();
    await userEvent.keyboard('/');
    await userEvent.keyboard('booking scan');
    await expect.poll(() => page.getByRole('article').elements().length).toBe(1);
    await expect.element(articleOf('Redeem')).toBeVisible();
    await expect.poll(() => location.search).toBe('?q=booking+scan');
    await searchBox.fill('no such thing');
    await page.getByRole('button', { name: 'Show the whole guide' }).click();
    await expect.element(articleOf('Members')).toBeVisible();
  });

  test('links to the pages of its reader, and says which others there are', async () => {
    await openConsole('/help', { user: FRONT_DESK });
    const roleGroups = articleOf('Role groups');
    await expect.element(roleGroups).toMatchTextContent('You don’t have access to this page.');
    await expect.element(roleGroups.getByRole('link')).not.toBeInTheDocument();
    await articleOf('Members').getByRole('link', { name: 'Open Members' }).click();
    await expect.poll(() => location.pathname).toBe('/company/member');
  });

  test('has a table of contents that leads to an article', async () => {
    await openConsole('/help');
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Approvals' }).click();
    await expect.poll(() => location.hash).toBe('#approvals');
    await expect.element(articleOf('Approvals')).toBeInViewport();
  });
});

test('the button Help opens the help of the page, and that its article in the guide', async () => {
  await openConsole('/company/member');
  await expectRows(3);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('dialog', { name: 'Help: Members' }).getByRole('link', { name: 'User guide' }).click();
  await expect.poll(() => location.pathname + location.hash).toBe('/help#member');
  await expect.element(articleOf('Members')).toBeInViewport();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('the palette opens the guide', async () => {
  mockResponse('GET /api/search', () => searchResponse());
  await openPaletteAt('/dashboard');
  await chooseOption('user guide', 'User guide');
  await expect.poll(() => location.pathname).toBe('/help');
  await expect.element(articleOf('Members')).toBeVisible();
});

test('a visitor who is not signed in is redirected to the sign-in', async () => {
  await openConsole('/help', { user: null });
  await expect.poll(() => location.pathname).toBe('/login');
});
