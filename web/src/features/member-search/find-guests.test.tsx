import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  memberElsewhere,
  memberSearchResult,
  mockSearchResults,
  voucherSearchResult,
} from '../../testing/search-results.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { CAN_BUY, NOT_ELIGIBLE, CAN_REDEEM, ALREADY_RENEWED } from '../../testing/member-eligibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, deferResponse, rejection } from '../../testing/mock-server.ts';
import { expectQuery, findRequests } from '../../testing/requests.ts';

const PATH = '/company/search';
const searchBox = page.getByRole('textbox', { name: 'Name, card, voucher, phone or email', exact: true });
const results = page.getByRole('main').getByRole('listitem');
const currentPath = () => location.pathname + location.search;
const linkTargets = (result: typeof results) =>
  result
    .getByRole('link')
    .elements()
    .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]);
const BAGUS = memberSearchResult({ id: 9, name: 'Bagus Pratama', card: null, standing: 'none', may: CAN_BUY });

describe('a guest', () => {
  test('is found while typing, with the matched name, the grouped card number and the actions', async () => {
    mockSearchResults({ members: [memberSearchResult()] });
    await openConsole(PATH);
    await expect.element(searchBox).toHaveFocus();
    await userEvent.keyboard('Kusumawardani Ratna');
    await expect.element(results).toMatchTextContent('Ratna Kusumawardhani');
    for (const text of ['601012341234', 'Laksmira Gold', '2 vouchers available', 'ratna@example.test', 'Active'])
      await expect.element(results).toMatchTextContent(text);
    await expect
      .poll(() => [...document.querySelectorAll('main mark')].map((mark) => mark.textContent))
      .toEqual(['Ratna']);
    await expect.poll(currentPath).toBe(`${PATH}?q=Kusumawardani+Ratna`);
    await expectQuery('GET /api/search').toEqual({ q: 'Kusumawardani Ratna' });
    expect(linkTargets(results)).toEqual([
      ['Ratna Kusumawardhani', '/company/member/7'],
      ['Redeem: Ratna Kusumawardhani', '/finance/voucher-redeem/wizard/7'],
      ['Renew: Ratna Kusumawardhani', '/finance/transaction/wizard?type=2&member_id=7'],
      ['Post a visit: Ratna Kusumawardhani', '/finance/visit/quick?member_id=7'],
    ]);
  });

  test('can be sold a card if they have none', async () => {
    mockSearchResults({ members: [BAGUS] });
    await openConsole(`${PATH}?q=bagus`);
    await expect.element(results.getByRole('link', { name: 'Sell: Bagus Pratama' })).toBeVisible();
    await expect.element(results.getByRole('link', { name: /^Renew/ })).not.toBeInTheDocument();
  });

  test('is offered neither renewal nor redemption if not eligible, with the reason', async () => {
    mockSearchResults({ members: [memberSearchResult({ may: NOT_ELIGIBLE })] });
    await openConsole(`${PATH}?q=ratna`);
    for (const [name, reason] of [
      ['Renew: Ratna Kusumawardhani', ALREADY_RENEWED],
      ['Redeem: Ratna Kusumawardhani', 'No voucher is redeemable now.'],
    ] as const) {
      const action = results.getByRole('button', { name });
      await expect.element(action).toHaveAttribute('aria-disabled', 'true');
      await expect.element(action).toHaveAccessibleDescription(reason);
      await action.click({ force: true });
      await expect.element(page.getByRole('status').getByText(reason)).toBeVisible();
    }
    await expect.poll(currentPath).toBe(`${PATH}?q=ratna`);
  });

  test('is marked if they are of another hotel, shows no private data, and can only redeem vouchers', async () => {
    mockSearchResults({ members: [memberElsewhere()] });
    await openConsole(`${PATH}?q=601012341234`, { user: FRONT_DESK });
    await expect.element(results).toMatchTextContent('Guest of another hotel: Laksmira Sanggar Ubud');
    expect(linkTargets(results)).toEqual([
      ['Made Tetangga', '/finance/voucher-redeem/wizard/8'],
      ['Redeem: Made Tetangga', '/finance/voucher-redeem/wizard/8'],
    ]);
  });

  test('is read-only for a user without other permissions', async () => {
    mockSearchResults({ members: [memberSearchResult({ may: CAN_REDEEM })] });
    await openConsole(`${PATH}?q=ratna`, { user: { ...FRONT_DESK, roles: ['VIEW_SEARCH'] } });
    await expect.element(results).toMatchTextContent('Ratna Kusumawardhani');
    expect(linkTargets(results)).toEqual([]);
  });

  test('can be sold a membership as a new guest with the search text, by users who may sell', async () => {
    mockSearchResults();
    await openConsole(`${PATH}?q=Zzyzzx%20Qqrst`);
    await expect
      .element(page.getByRole('link', { name: 'Sell a membership to a new guest' }))
      .toHaveAttribute('href', '/finance/transaction/wizard?q=Zzyzzx+Qqrst');
    await openConsole(`${PATH}?q=Zzyzzx`, { user: { ...FRONT_DESK, roles: ['VIEW_SEARCH'] } });
    await expect.element(page.getByText('No results for “Zzyzzx”.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Sell a membership to/ })).not.toBeInTheDocument();
  });

  test('is not searched for by a single letter', async () => {
    await openConsole(`${PATH}?q=x`);
    await expect.element(page.getByText('Find a guest or a voucher')).toBeVisible();
    expect(await findRequests('GET /api/search')).toEqual([]);
  });
});

describe('a voucher', () => {
  test('is listed before the members, with its owner and a link to its redemption', async () => {
    mockSearchResults({ members: [memberSearchResult()], vouchers: [voucherSearchResult()] });
    await openConsole(`${PATH}?q=2026%200000%200021`);
    const group = page.getByRole('region', { name: 'Vouchers', exact: true });
    await expect.element(group.getByRole('listitem')).toMatchTextContent('202600000021');
    await expect.element(group.getByRole('listitem')).toMatchTextContent('Ratna Kusumawardhani');
    await expect
      .element(group.getByRole('link', { name: 'Redeem: Birthday cake' }))
      .toHaveAttribute('href', '/finance/voucher-redeem/wizard/7/21');
    await expect.element(page.getByRole('region', { name: 'Members', exact: true })).toMatchTextContent('Ratna');
    expect(results.first().element().textContent).toContain('Birthday cake');
    await expect.element(page.getByText('Members: 1. Vouchers: 1.')).toBeInTheDocument();
  });

  test('is named in Indonesian', async () => {
    mockSearchResults({ vouchers: [voucherSearchResult()] });
    await openConsole(`${PATH}?q=202600000021`, { language: 'id' });
    await expect.element(page.getByRole('link', { name: 'Tukar voucher: Kue ulang tahun' })).toBeVisible();
  });

  test('shows why it cannot be redeemed, and only links to its record', async () => {
    // Only the server knows at which hotels the voucher can be redeemed.
    const redeemRejection = 'This voucher can only be redeemed at Laksmira Sanggar Ubud.';
    mockSearchResults({ vouchers: [voucherSearchResult({ may: { redeem: redeemRejection } })] });
    await openConsole(`${PATH}?q=202600000021`);
    const action = results.getByRole('button', { name: 'Redeem: Birthday cake' });
    await expect.element(action).toHaveAttribute('aria-disabled', 'true');
    await expect.element(action).toHaveAccessibleDescription(redeemRejection);
    expect(linkTargets(results)).toEqual([['Birthday cake', '/company/member-voucher/21']]);
  });

  test('is not offered to users who may not redeem', async () => {
    mockSearchResults({ vouchers: [voucherSearchResult()] });
    await openConsole(`${PATH}?q=202600000021`, { user: { roles: ['VIEW_SEARCH', 'VIEW_MEMBER_VOUCHER'] } });
    await expect.element(results).toMatchTextContent('Birthday cake');
    expect(results.getByRole('button').elements()).toEqual([]);
    expect(linkTargets(results)).toEqual([['Birthday cake', '/company/member-voucher/21']]);
  });
});

describe('the search by keyboard', () => {
  test('arrow keys move through the results, Escape returns to the box and clears it', async () => {
    mockSearchResults({ members: [BAGUS, memberSearchResult()] });
    await openConsole(PATH);
    await expect.element(searchBox).toHaveFocus();
    await userEvent.keyboard('kus');
    const bagusLink = page.getByRole('link', { name: 'Bagus Pratama', exact: true });
    const ratnaLink = page.getByRole('link', { name: 'Ratna Kusumawardhani', exact: true });
    await expect.element(ratnaLink).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(bagusLink).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(ratnaLink).toHaveFocus();
    await userEvent.tab();
    await expect.element(page.getByRole('link', { name: 'Redeem: Ratna Kusumawardhani' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(searchBox).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    await expect.element(searchBox).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(searchBox).toHaveValue('');
    await expect.poll(currentPath).toBe(PATH);
  });

  test('Enter waits for the response and opens its first result', async () => {
    const deferred = deferResponse(() => HttpResponse.json({ data: { members: [BAGUS], vouchers: [] } }));
    mockSearchResults({ members: [memberSearchResult()] });
    await openConsole(`${PATH}?q=ratna`);
    await expect.element(results).toMatchTextContent('Ratna');
    mockResponse('GET /api/search', deferred.resolver);
    await searchBox.fill('bagus');
    await userEvent.keyboard('{Enter}');
    await expectQuery('GET /api/search').toMatchObject({ q: 'bagus' });
    // The previous results stay visible until the next ones arrive.
    await expect.element(results).toMatchTextContent('Ratna');
    expect(location.pathname).toBe(PATH);
    deferred.release();
    await expect.poll(currentPath).toBe('/company/member/9');
  });
});

test('a failed search is shown, and can be retried', async () => {
  mockResponse('GET /api/search', () => rejection(500, 'internal_error'));
  await openConsole(`${PATH}?q=ratna`);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Couldn’t load this.');
  mockSearchResults({ members: [memberSearchResult()] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(results).toMatchTextContent('Ratna Kusumawardhani');
});

test('the actions on a phone are large enough to tap and fit the screen', async () => {
  await page.viewport(390, 844);
  mockSearchResults({ members: [memberSearchResult()] });
  await openConsole(PATH);
  await searchBox.fill('ratna');
  await expect.element(results).toMatchTextContent('Ratna');
  const actions = results.getByRole('link', { name: /: / }).elements();
  expect(actions).toHaveLength(3);
  for (const action of actions) expect(action.getBoundingClientRect().height).toBeGreaterThanOrEqual(36);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.element(searchBox).toHaveValue('');
  await expect.element(searchBox).toHaveFocus();
});
