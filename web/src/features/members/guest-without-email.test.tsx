import { noEmailAddress } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { mockMember } from '../../testing/member-overview.ts';
import { HttpResponse, mockResponse, setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { SELLER, mockSales } from '../../testing/sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from '../../testing/sale-steps.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';

const EMAIL = noEmailAddress('0d9b3c0e');
const PLACEHOLDER = /^[0-9a-f-]{36}@no-email\.invalid$/;
const emailBox = page.getByRole('textbox', { name: 'Email', exact: true });
const checkbox = page.getByRole('checkbox', { name: 'Guest has no email' });

describe('a guest without an email', () => {
  test('is entered by keyboard, with a placeholder that nobody sees', async () => {
    for (const key of ['membership', 'country', 'hotel'] as const) setRecords(key, [row(key, 1)]);
    mockMember();
    const newMember = row('member', 5, { email: EMAIL, merged_into_id: null, merged_from_id: null });
    mockResponse('POST /api/member', () => {
      setRecords('member', [newMember]);
      return HttpResponse.json({ data: newMember }, { status: 201 });
    });
    await openConsole('/company/member/new?membership_id=1&origin_country_id=1&hotel_id=1');
    await page.getByRole('textbox', { name: 'First name' }).fill('Melati');
    await page.getByRole('combobox', { name: 'Gender' }).click();
    await page.getByRole('option').first().click();
    await emailBox.click();
    await userEvent.keyboard('{Tab} ');
    await expect.element(checkbox).toBeChecked();
    await expect.element(emailBox).not.toBeInTheDocument();
    await expect.element(page.getByText('No email', { exact: true })).toBeVisible();
    await expectAccessible();
    await page.getByRole('textbox', { name: 'Phone' }).fill('+62 811 5550 0009');
    await userEvent.keyboard('{Control>}s{/Control}');
    expect((await waitForRequest('POST /api/member')).body).toMatchObject({
      email: expect.stringMatching(PLACEHOLDER),
    });
    await expect.element(page.getByRole('region', { name: 'At a glance' })).toMatchTextContent('No email');
    const searches = await findRequests('GET /api/member/duplicates');
    expect(searches.filter(({ query }) => 'email' in query)).toEqual([]);
  });

  test('gets an address again once the checkbox is cleared', async () => {
    setRecords('member', [row('member', 5, { email: EMAIL })]);
    mockMember();
    setRecords('member', [row('member', 5, { email: EMAIL, merged_into_id: null, merged_from_id: null })]);
    await openConsole('/company/member/5');
    await page.getByRole('tab', { name: 'Data' }).click();
    await expect.element(checkbox).toBeChecked();
    await checkbox.click();
    await expect.element(checkbox).not.toBeChecked();
    await expect.poll(() => document.querySelector<HTMLInputElement>('input[name=email]')?.value).toBe('');
  });

  for (const [width, language] of [
    [1440, 'en'],
    [390, 'id'],
  ] as const)
    test(`is sold to without an email: ${language}, ${width} px`, async () => {
      await page.viewport(width, 844);
      mockSales();
      await openConsole('/finance/transaction/wizard?q=Melati%20Putri', { user: SELLER, language });
      const name = { en: 'Guest has no email', id: 'Tamu tidak punya email' }[language];
      await emailBox.click();
      await userEvent.keyboard('{Tab} ');
      await expect.element(page.getByRole('checkbox', { name })).toBeChecked();
      await expect
        .element(page.getByText({ en: 'No email', id: 'Tanpa email' }[language], { exact: true }))
        .toBeVisible();
      await expectTextsToFit([language]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });

  test('gets no email about a sale, as its review says', async () => {
    mockSales();
    const flags = { membership_notification: 1, all_notification: 1 };
    setRecords('member', [row('member', 5, { email: EMAIL, hotel_id: 1, standing: 'active', ...flags })]);
    await openMemberships();
    await chooseMembership('Laksmira Gold');
    await payCash();
    await expect.element(page.getByText('No email is sent: the guest has none.')).toBeVisible();
  });

  test('reads “No email” in lists', async () => {
    setRecords('member', [row('member', 5, { email: EMAIL })]);
    await openConsole('/company/member');
    await expect.element(page.getByRole('gridcell', { name: 'No email' })).toBeVisible();
    await expect.element(page.getByText(EMAIL)).not.toBeInTheDocument();
  });
});
