import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberElsewhere, memberSearchResult, mockSearchResults } from '../../testing/search-results.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findRequests } from '../../testing/requests.ts';

const PATH = '/company/search/v1';
const searchBox = page.getByRole('textbox', { name: 'Name, card, voucher, phone or email', exact: true });
const currentPath = () => location.pathname + location.search;
const textsOf = (locator: typeof searchBox) => locator.elements().map((element) => element.textContent);

describe('the simple search', () => {
  test('shows one box, and a table after Enter', async () => {
    mockSearchResults({ members: [memberSearchResult()] });
    await openConsole(PATH);
    await expect.element(searchBox).toHaveFocus();
    await userEvent.keyboard('kusuma');
    await expect.element(page.getByRole('table')).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.poll(currentPath).toBe(`${PATH}?q=kusuma`);
    await expect
      .poll(() => textsOf(page.getByRole('columnheader')))
      .toEqual(['Name', 'Card', 'Membership', 'Status', 'Hotel', 'Phone', 'Email']);
    expect([...textsOf(page.getByRole('rowheader')), ...textsOf(page.getByRole('cell'))]).toEqual([
      'Ratna Kusumawardhani',
      '601012341234',
      'Laksmira Gold',
      'Active',
      'Laksmira Jakarta Menteng',
      '+62 811 5550 0007',
      'ratna@example.test',
    ]);
    expect((await findRequests('GET /api/search')).map(({ query }) => query)).toEqual([{ q: 'kusuma' }]);
    await expect.element(searchBox).toHaveFocus();
  });

  test('returns to the previous search, and opens the member found', async () => {
    mockSearchResults({ members: [memberSearchResult()] });
    await openConsole(PATH);
    await expect.element(searchBox).toHaveFocus();
    await userEvent.keyboard('kusuma{Enter}');
    await expect.element(page.getByRole('table')).toBeVisible();
    mockSearchResults();
    await expect.element(searchBox).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control}zzyzzx{Enter}');
    await expect.element(page.getByText('No results..')).toBeVisible();
    history.back();
    await expect.element(searchBox).toHaveValue('kusuma');
    await page.getByRole('link', { name: 'Ratna Kusumawardhani' }).click();
    await expect.poll(currentPath).toBe('/company/member/7');
  });

  test('marks a guest of another hotel, and links to the redemption', async () => {
    mockSearchResults({ members: [memberElsewhere()] });
    await openConsole(`${PATH}?q=601012341234`);
    await expect.element(page.getByRole('cell', { name: 'Laksmira Sanggar Ubud (another hotel)' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Made Tetangga' }))
      .toHaveAttribute('href', '/finance/voucher-redeem/wizard/8');
  });
});
