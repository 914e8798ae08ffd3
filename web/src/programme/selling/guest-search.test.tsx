import type { MemberFound } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, broken, held, never } from '../../testing/played-server.ts';
import { expectAsked, requests, sent } from '../../testing/requests.ts';
import { FOUND, SELLER, playSales } from '../../testing/sale-offers.ts';

const SALE = '/finance/transaction/wizard';
const box = page.getByRole('combobox', { name: 'Name, card number, phone or email' });
const guest = page.getByRole('group', { name: 'Guest' });
const found = (members: readonly MemberFound[]) => ({ data: { members, vouchers: [] } });

async function openSale(): Promise<void> {
  await openConsole(SALE, { user: SELLER });
  await expect.element(box).toHaveFocus();
}

describe('the guest of a sale', () => {
  test('is searched for by what is typed at once, and told apart by card, phone, email, hotel and standing', async () => {
    playSales();
    await openSale();
    await userEvent.keyboard('santoso');
    const option = page.getByRole('option', { name: 'Bagus Santoso' });
    for (const part of ['Laksmira Gold 3600 0000 0007', '+62 811 5550 0005', 'bagus@example.test', 'Laksmira Jakarta'])
      await expect.element(option).toMatchTextContent(part);
    await expect.element(option).toMatchTextContent('Active');
    await expectAsked('GET /api/search').toEqual({ q: 'santoso' });
    await expectAccessible();
  });

  test('stands among the guests found on a phone, and nothing is wider than it', async () => {
    await page.viewport(390, 844);
    playSales();
    await openSale();
    await userEvent.keyboard('santoso');
    await expect.element(page.getByRole('option', { name: 'Bagus Santoso' })).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  test('can still be read while a newer answer is on its way', async () => {
    playSales();
    await openSale();
    await box.fill('sant');
    await expect.element(page.getByRole('option', { name: 'Bagus Santoso' })).toBeVisible();
    answer('GET /api/search', never);
    await box.fill('santoso');
    await expect.element(page.getByRole('listbox', { name: 'Members found' })).toHaveAttribute('aria-busy', 'true');
    await expect.element(page.getByRole('option', { name: 'Bagus Santoso' })).toBeVisible();
    await expectAccessible();
  });

  test('is chosen by arrows and Enter, round and round; the last choice is always a new guest', async () => {
    playSales();
    answer('GET /api/search', found([FOUND, { ...FOUND, id: 6, name: 'Bagus Wijaya' }]));
    await openSale();
    await userEvent.keyboard('bagus');
    const option = (name: string) => page.getByRole('option', { name });
    await expect.element(option('Bagus Santoso')).toHaveAttribute('aria-selected', 'true');
    for (const name of ['Bagus Wijaya', 'New guest “bagus”', 'Bagus Santoso']) {
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(option(name)).toHaveAttribute('aria-selected', 'true');
      await expect.element(box).toHaveAttribute('aria-activedescendant', option(name).element().id);
    }
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{Enter}');
    await expect.element(guest.getByText('bagus@example.test')).toBeVisible();
  });

  test('whose card is scanned is there at once, though Enter comes before the answer', async () => {
    playSales();
    const { resolver, release } = held(() => HttpResponse.json(found([FOUND])));
    answer('GET /api/search', resolver);
    await openSale();
    // At once, as a scanner types.
    await box.fill('360000000007');
    await userEvent.keyboard('{Enter}');
    await expectAsked('GET /api/search').toEqual({ q: '360000000007' });
    await expect.element(page.getByRole('listbox', { name: 'Members found' })).toHaveAttribute('aria-busy', 'true');
    release();
    await expect.element(guest.getByText('+62 811 5550 0005 · bagus@example.test')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Continue' })).toHaveFocus();
  });

  test('is not guessed where Enter came early and two are found', async () => {
    playSales();
    const { resolver, release } = held(() =>
      HttpResponse.json(found([FOUND, { ...FOUND, id: 6, name: 'Bagus Wijaya' }])),
    );
    answer('GET /api/search', resolver);
    await openSale();
    await userEvent.keyboard('bagus{Enter}');
    await sent('GET /api/search');
    release();
    await expect.element(page.getByRole('option')).toHaveLength(3);
    await expect.element(box).toHaveFocus();
  });

  test('a member of another hotel is told with it, and served here', async () => {
    playSales();
    answer('GET /api/search', found([{ ...FOUND, id: 9, is_elsewhere: true, email: null, phone_no: null }]));
    await openSale();
    await userEvent.keyboard('bagus@example.test');
    const option = page.getByRole('option', { name: 'Bagus Santoso' });
    await expect.element(option).toMatchTextContent('Guest of Laksmira Jakarta Menteng');
    await userEvent.keyboard('{Enter}');
    await expect.element(guest.getByText('Guest of Laksmira Jakarta Menteng, served here')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Continue' })).toHaveFocus();
    expect(await requests('GET /api/member/9')).toEqual([]);
  });

  test.each([
    ['Melati Ayu Putri', { 'First name': 'Melati', 'Last name': 'Ayu Putri' }],
    ['melati@example.test', { Email: 'melati@example.test' }],
    ['+62 811 5550 0099', { Phone: '+62 811 5550 0099' }],
  ])('who is nobody yet begins with what was typed: %s', async (typed, fields) => {
    playSales();
    answer('GET /api/search', found([]));
    await openSale();
    await userEvent.keyboard(typed);
    await expect.element(page.getByText('No member has this name, phone, or email.')).toBeVisible();
    await expect
      .element(page.getByRole('option', { name: `New guest “${typed}”` }))
      .toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    for (const [name, value] of Object.entries(fields))
      await expect.element(page.getByRole('textbox', { name })).toHaveValue(value);
    // Work goes on where something is still missing.
    await expect.poll(() => document.activeElement?.matches('input')).toBe(true);
    expect(document.activeElement).toHaveValue('');
  });

  test('can be entered anew though the search does not answer', async () => {
    playSales();
    answer('GET /api/search', broken);
    await openSale();
    await userEvent.keyboard('Melati');
    await expect.element(page.getByText('The search did not answer.')).toBeVisible();
    await page.getByRole('option', { name: 'New guest' }).click();
    await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Melati');
  });

  test('is not asked about while there is one letter', async () => {
    playSales();
    await openSale();
    await userEvent.keyboard('b');
    await expect.element(box).toHaveValue('b');
    await expect.element(box).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('a');
    await expectAsked('GET /api/search').toEqual({ q: 'ba' });
    expect(await requests('GET /api/search')).toHaveLength(1);
  });
});
