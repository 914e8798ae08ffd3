import type { MemberSearchResult } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, networkError, deferResponse, neverResponds } from '../../testing/mock-server.ts';
import { expectQuery, findRequests, waitForRequest } from '../../testing/requests.ts';
import { FOUND_MEMBER, SELLER, mockSales } from '../../testing/sale-offers.ts';

const SALE_PATH = '/finance/transaction/wizard';
const searchBox = page.getByRole('combobox', { name: 'Name, card number, phone or email' });
const guestGroup = page.getByRole('group', { name: 'Guest' });
const createResponse = (members: readonly MemberSearchResult[]) => ({ data: { members, vouchers: [] } });

async function openSale(): Promise<void> {
  await openConsole(SALE_PATH, { user: SELLER });
  await expect.element(searchBox).toHaveFocus();
}

describe('the guest of a sale', () => {
  test('is found while typing, and identified by card, phone, email, hotel and status', async () => {
    mockSales();
    await openSale();
    await userEvent.keyboard('santoso');
    const option = page.getByRole('option', { name: 'Bagus Santoso' });
    for (const expectedText of [
      'Laksmira Gold 3600 0000 0007',
      '+62 811 5550 0005',
      'bagus@example.test',
      'Laksmira Jakarta',
    ])
      await expect.element(option).toMatchTextContent(expectedText);
    await expect.element(option).toMatchTextContent('Active');
    await expectQuery('GET /api/search').toEqual({ q: 'santoso' });
    await expectAccessible();
  });

  test('is listed on a phone without horizontal overflow', async () => {
    await page.viewport(390, 844);
    mockSales();
    await openSale();
    await userEvent.keyboard('santoso');
    await expect.element(page.getByRole('option', { name: 'Bagus Santoso' })).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  test('stays readable while a newer response is pending', async () => {
    mockSales();
    await openSale();
    await searchBox.fill('sant');
    await expect.element(page.getByRole('option', { name: 'Bagus Santoso' })).toBeVisible();
    mockResponse('GET /api/search', neverResponds);
    await searchBox.fill('santoso');
    await expect.element(page.getByRole('listbox', { name: 'Members found' })).toHaveAttribute('aria-busy', 'true');
    await expect.element(page.getByRole('option', { name: 'Bagus Santoso' })).toBeVisible();
    await expectAccessible();
  });

  test('is selected with arrow keys, which wrap around, and Enter; the last option is a new guest', async () => {
    mockSales();
    mockResponse('GET /api/search', createResponse([FOUND_MEMBER, { ...FOUND_MEMBER, id: 6, name: 'Bagus Wijaya' }]));
    await openSale();
    await userEvent.keyboard('bagus');
    const option = (name: string) => page.getByRole('option', { name });
    await expect.element(option('Bagus Santoso')).toHaveAttribute('aria-selected', 'true');
    for (const name of ['Bagus Wijaya', 'New guest “bagus”', 'Bagus Santoso']) {
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(option(name)).toHaveAttribute('aria-selected', 'true');
      await expect.element(searchBox).toHaveAttribute('aria-activedescendant', option(name).element().id);
    }
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{Enter}');
    await expect.element(guestGroup.getByText('bagus@example.test')).toBeVisible();
  });

  test('is selected by a card scan, even if Enter precedes the response', async () => {
    mockSales();
    const { resolver, release } = deferResponse(() => HttpResponse.json(createResponse([FOUND_MEMBER])));
    mockResponse('GET /api/search', resolver);
    await openSale();
    // A scanner enters the whole number at a time.
    await searchBox.fill('360000000007');
    await userEvent.keyboard('{Enter}');
    await expectQuery('GET /api/search').toEqual({ q: '360000000007' });
    await expect.element(page.getByRole('listbox', { name: 'Members found' })).toHaveAttribute('aria-busy', 'true');
    release();
    await expect.element(guestGroup.getByText('+62 811 5550 0005 · bagus@example.test')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Continue' })).toHaveFocus();
  });

  test('is not selected by an early Enter if there are two matches', async () => {
    mockSales();
    const { resolver, release } = deferResponse(() =>
      HttpResponse.json(createResponse([FOUND_MEMBER, { ...FOUND_MEMBER, id: 6, name: 'Bagus Wijaya' }])),
    );
    mockResponse('GET /api/search', resolver);
    await openSale();
    await userEvent.keyboard('bagus{Enter}');
    await waitForRequest('GET /api/search');
    release();
    await expect.element(page.getByRole('option')).toHaveLength(3);
    await expect.element(searchBox).toHaveFocus();
  });

  test('is shown with their hotel if that is another one, and can be served here', async () => {
    mockSales();
    mockResponse(
      'GET /api/search',
      createResponse([{ ...FOUND_MEMBER, id: 9, is_elsewhere: true, email: null, phone_no: null }]),
    );
    await openSale();
    await userEvent.keyboard('bagus@example.test');
    const option = page.getByRole('option', { name: 'Bagus Santoso' });
    await expect.element(option).toMatchTextContent('Guest of Laksmira Jakarta Menteng');
    await userEvent.keyboard('{Enter}');
    await expect.element(guestGroup.getByText('Guest of Laksmira Jakarta Menteng, served here')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Continue' })).toHaveFocus();
    expect(await findRequests('GET /api/member/9')).toEqual([]);
  });

  test.each([
    ['Melati Ayu Putri', { 'First name': 'Melati', 'Last name': 'Ayu Putri' }],
    ['melati@example.test', { Email: 'melati@example.test' }],
    ['+62 811 5550 0099', { Phone: '+62 811 5550 0099' }],
  ])('starts as a new guest with the search text: %s', async (searchText, fields) => {
    mockSales();
    mockResponse('GET /api/search', createResponse([]));
    await openSale();
    await userEvent.keyboard(searchText);
    await expect.element(page.getByText('No member with this name, phone or email.')).toBeVisible();
    await expect
      .element(page.getByRole('option', { name: `New guest “${searchText}”` }))
      .toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    for (const [name, value] of Object.entries(fields))
      await expect.element(page.getByRole('textbox', { name })).toHaveValue(value);
    // The focus is on the first empty field.
    await expect.poll(() => document.activeElement?.matches('input')).toBe(true);
    expect(document.activeElement).toHaveValue('');
  });

  test('can be entered as new even if the search fails', async () => {
    mockSales();
    mockResponse('GET /api/search', networkError);
    await openSale();
    await userEvent.keyboard('Melati');
    await expect.element(page.getByText('Search is not responding. Try again.')).toBeVisible();
    await page.getByRole('option', { name: 'New guest' }).click();
    await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Melati');
  });

  test('is not searched for by a single letter', async () => {
    mockSales();
    await openSale();
    await userEvent.keyboard('b');
    await expect.element(searchBox).toHaveValue('b');
    await expect.element(searchBox).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('a');
    await expectQuery('GET /api/search').toEqual({ q: 'ba' });
    expect(await findRequests('GET /api/search')).toHaveLength(1);
  });
});
