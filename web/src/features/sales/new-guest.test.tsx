import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Duplicate } from '@innkeeper/contract/calls';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HOTELS } from '../../testing/fixtures.ts';
import { HttpResponse, mockResponse } from '../../testing/mock-server.ts';
import { expectQuery, findRequests } from '../../testing/requests.ts';
import { FOUND_MEMBER, RENEWAL_OFFERS, SELLER, mockSales } from '../../testing/sale-offers.ts';

const NEW_GUEST_PATH = '/finance/transaction/wizard?q=Melati%20Putri';
const textbox = (name: string) => page.getByRole('textbox', { name });

const duplicate: Duplicate = {
  id: 5,
  name: 'Bagus Santoso',
  is_elsewhere: false,
  hotel: FOUND_MEMBER.hotel,
  card: FOUND_MEMBER.card,
  email: 'bagus@example.test',
  phone_no: '+62 811 5550 0005',
  identity_no: null,
  deleted_at: null,
  matches: ['email'],
};

const OTHER_HOTEL_MEMBER: Duplicate = {
  ...duplicate,
  id: 9,
  name: 'Ayu Lestari',
  is_elsewhere: true,
  hotel: HOTELS[1],
  email: null,
  phone_no: null,
};

describe('a new guest', () => {
  test('defaults to the hotel’s country, and has no other defaults', async () => {
    mockSales();
    await openConsole(NEW_GUEST_PATH, { user: SELLER });
    await expect.element(textbox('First name')).toHaveValue('Melati');
    await expect.element(textbox('Last name')).toHaveValue('Putri');
    await expect.element(textbox('Email')).toHaveValue('');
    await expect.element(page.getByRole('combobox', { name: 'country' })).not.toHaveValue('');
  });

  for (const [language, labels] of Object.entries({
    en: {
      firstName: 'First name',
      contactFields: ['Email', 'Phone'],
      gender: 'Gender',
      continueLabel: 'Continue',
      message: 'This field is required.',
    },
    id: {
      firstName: 'Nama depan',
      contactFields: ['Email', 'Telepon'],
      gender: 'Jenis kelamin',
      continueLabel: 'Lanjutkan',
      message: 'Isian ini wajib diisi.',
    },
  }))
    test(`is rejected without the required fields, with an error at each: ${language}`, async () => {
      mockSales();
      await openConsole('/finance/transaction/wizard', { user: SELLER, language: language === 'id' ? 'id' : 'en' });
      await page.getByRole('button', { name: language === 'id' ? 'Tamu baru' : 'New guest' }).click();
      await page.getByRole('button', { name: labels.continueLabel }).click();
      await expect.element(textbox(labels.firstName)).toHaveFocus();
      for (const name of [labels.firstName, ...labels.contactFields])
        await expect.element(textbox(name)).toHaveAccessibleDescription(labels.message);
      await expect
        .element(page.getByRole('combobox', { name: labels.gender }))
        .toHaveAccessibleDescription(labels.message);
      await expectAccessible();
      await userEvent.keyboard('Melati');
      await expect.element(textbox(labels.firstName)).not.toHaveAccessibleDescription(labels.message);
    });

  for (const [field, name, value, notice] of [
    ['email', 'Email', 'bagus@example.test', 'Another member has this email.'],
    ['phone_no', 'Phone', '+62 811 5550 0005', 'Another member has this phone number.'],
  ] as const)
    test(`is recognised as a member by ${field}, who can be sold to instead`, async () => {
      mockSales();
      mockResponse('GET /api/member/duplicates', { data: [duplicate] });
      await openConsole(NEW_GUEST_PATH, { user: SELLER });
      await textbox(name).fill(value);
      await expect.element(page.getByText(notice)).toBeVisible();
      await expectQuery('GET /api/member/duplicates').toEqual({ [field]: value });
      await expectAccessible();
      await page.getByRole('button', { name: 'Sell to this member: Bagus Santoso' }).click();
      await expect.element(page.getByRole('group', { name: 'Guest' }).getByText('bagus@example.test')).toBeVisible();
      const continueButton = page.getByRole('button', { name: 'Continue' });
      await expect.element(continueButton).toHaveFocus();
      await expect.element(continueButton).not.toHaveAttribute('aria-busy');
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('radio', { name: /Laksmira Gold/ })).toBeVisible();
      const queries = (await findRequests('GET /api/transaction/offers')).map(({ query }) => query);
      expect(queries).toContainEqual({ hotel_id: '1', type: '1', member_id: '5' });
    });

  test('is shown with their hotel if that is another one, and the sale never requests their record', async () => {
    mockSales();
    mockResponse('GET /api/member/duplicates', { data: [OTHER_HOTEL_MEMBER] });
    mockResponse('GET /api/transaction/offers', { data: RENEWAL_OFFERS });
    await openConsole(NEW_GUEST_PATH, { user: SELLER });
    await textbox('Phone').fill('+62 811 5550 0005');
    await expect.element(page.getByText('Laksmira Gold 3600 0000 0007 · Laksmira Semarang Kota')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Sell to this member: Ayu Lestari' }).click();
    const guestGroup = page.getByRole('group', { name: 'Guest' });
    await expect.element(guestGroup.getByText('Guest of Laksmira Semarang Kota, served here')).toBeVisible();
    await expect.element(guestGroup.getByText('3600 0000 0007')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(page.getByRole('radio', { name: /Laksmira Gold/ })).toBeVisible();
    expect((await findRequests('GET /api/transaction/offers')).map(({ query }) => query)).toContainEqual({
      hotel_id: '1',
      type: '2',
      member_id: '9',
    });
    expect(await findRequests('GET /api/member/9')).toEqual([]);
  });

  describe('a new guest with the phone of a member', () => {
    const confirmation = page.getByRole('dialog', { name: 'Is this guest already a member?' });
    const continueButton = page.getByRole('button', { name: 'Continue' });
    const membershipRadio = page.getByRole('radio', { name: /Laksmira Gold/ });
    /** Continues immediately, before the notice about the duplicate appears beside the field. */
    async function submitDuplicateGuest(duplicate: Duplicate): Promise<void> {
      mockSales();
      mockResponse('GET /api/member/duplicates', ({ request }) =>
        HttpResponse.json({
          data: new URL(request.url).searchParams.has(duplicate.matches[0] ?? '') ? [duplicate] : [],
        }),
      );
      await openConsole(NEW_GUEST_PATH, { user: SELLER });
      await page.getByRole('combobox', { name: 'Gender' }).click();
      await page.getByRole('option').first().click();
      await textbox('Email').fill('melati@example.test');
      await textbox('Phone').fill('+62 811 5550 0005');
      await continueButton.click();
    }

    test('is created only after a confirmation, which is not repeated for the same values', async () => {
      await submitDuplicateGuest({ ...OTHER_HOTEL_MEMBER, matches: ['phone_no'] });
      await expect.element(confirmation.getByText('This member has the same phone or identity number.')).toBeVisible();
      await expectAccessible();
      await confirmation.getByRole('button', { name: 'Back' }).click();
      await expect.element(confirmation).not.toBeInTheDocument();
      await expect.element(membershipRadio).not.toBeInTheDocument();
      await continueButton.click();
      await confirmation.getByRole('button', { name: 'No, someone else' }).click();
      await expect.element(membershipRadio).toBeVisible();
      await page.getByRole('button', { name: 'Change: Guest' }).click();
      await continueButton.click();
      await expect.element(membershipRadio).toBeVisible();
      await expect.element(confirmation).not.toBeInTheDocument();
    });

    test('is replaced by that member if the dialog offers to sell to them', async () => {
      await submitDuplicateGuest({ ...OTHER_HOTEL_MEMBER, matches: ['phone_no'] });
      await confirmation.getByRole('button', { name: 'Sell to this member: Ayu Lestari' }).click();
      const guestGroup = page.getByRole('group', { name: 'Guest' });
      await expect.element(guestGroup.getByText('Guest of Laksmira Semarang Kota, served here')).toBeVisible();
      await expect.element(confirmation).not.toBeInTheDocument();
    });

    test('cannot be created as a different person if the email matches', async () => {
      await submitDuplicateGuest({ ...OTHER_HOTEL_MEMBER, matches: ['email'] });
      await expect.element(confirmation.getByText('Each email can be used once.', { exact: false })).toBeVisible();
      await expect.element(confirmation.getByRole('button', { name: 'No, someone else' })).not.toBeInTheDocument();
    });
  });

  test('returning to the search retains the input', async () => {
    mockSales();
    await openConsole(NEW_GUEST_PATH, { user: SELLER });
    await textbox('Email').fill('melati@example.test');
    await page.getByRole('button', { name: 'Search for a member instead' }).click();
    const searchBox = page.getByRole('combobox', { name: 'Name, card number' });
    await expect.element(searchBox).toHaveFocus();
    await page.getByRole('button', { name: 'New guest' }).click();
    await expect.element(textbox('Email')).toHaveValue('melati@example.test');
  });
});
