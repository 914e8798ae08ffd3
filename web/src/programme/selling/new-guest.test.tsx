import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Duplicate } from '@innkeeper/contract/calls';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HOTELS } from '../../testing/house.ts';
import { HttpResponse, answer } from '../../testing/played-server.ts';
import { expectAsked, requests } from '../../testing/requests.ts';
import { FOUND, RENEWAL_OFFERS, SELLER, playSales } from '../../testing/sale-offers.ts';

const NEW = '/finance/transaction/wizard?q=Melati%20Putri';
const textbox = (name: string) => page.getByRole('textbox', { name });

const twin: Duplicate = {
  id: 5,
  name: 'Bagus Santoso',
  is_elsewhere: false,
  hotel: FOUND.hotel,
  card: FOUND.card,
  email: 'bagus@example.test',
  phone_no: '+62 811 5550 0005',
  identity_no: null,
  deleted_at: null,
  matches: ['email'],
};

const STRANGER: Duplicate = {
  ...twin,
  id: 9,
  name: 'Ayu Lestari',
  is_elsewhere: true,
  hotel: HOTELS[1],
  email: null,
  phone_no: null,
};

describe('a new guest', () => {
  test('is of the hotel’s country, and nothing else is taken for granted', async () => {
    playSales();
    await openConsole(NEW, { user: SELLER });
    await expect.element(textbox('First name')).toHaveValue('Melati');
    await expect.element(textbox('Last name')).toHaveValue('Putri');
    await expect.element(textbox('Email')).toHaveValue('');
    await expect.element(page.getByRole('combobox', { name: 'country' })).not.toHaveValue('');
  });

  for (const [language, words] of Object.entries({
    en: {
      first: 'First name',
      others: ['Email', 'Phone'],
      gender: 'Gender',
      go: 'Continue',
      say: 'Please fill this in.',
    },
    id: {
      first: 'Nama depan',
      others: ['Email', 'Telepon'],
      gender: 'Jenis kelamin',
      go: 'Lanjutkan',
      say: 'Mohon diisi.',
    },
  }))
    test(`is not taken without what must be known, which is said at each field: ${language}`, async () => {
      playSales();
      await openConsole('/finance/transaction/wizard', { user: SELLER, language: language === 'id' ? 'id' : 'en' });
      await page.getByRole('button', { name: language === 'id' ? 'Tamu baru' : 'New guest' }).click();
      await page.getByRole('button', { name: words.go }).click();
      await expect.element(textbox(words.first)).toHaveFocus();
      for (const name of [words.first, ...words.others])
        await expect.element(textbox(name)).toHaveAccessibleDescription(words.say);
      await expect.element(page.getByRole('combobox', { name: words.gender })).toHaveAccessibleDescription(words.say);
      await expectAccessible();
      await userEvent.keyboard('Melati');
      await expect.element(textbox(words.first)).not.toHaveAccessibleDescription(words.say);
    });

  for (const [field, name, value, words] of [
    ['email', 'Email', 'bagus@example.test', 'Another member has this email.'],
    ['phone_no', 'Phone', '+62 811 5550 0005', 'Another member has this phone number.'],
  ] as const)
    test(`a guest who is a member already by ${field} is offered as such, and sold to`, async () => {
      playSales();
      answer('GET /api/member/duplicates', { data: [twin] });
      await openConsole(NEW, { user: SELLER });
      await textbox(name).fill(value);
      await expect.element(page.getByText(words)).toBeVisible();
      await expectAsked('GET /api/member/duplicates').toEqual({ [field]: value });
      await expectAccessible();
      await page.getByRole('button', { name: 'Sell to this member: Bagus Santoso' }).click();
      await expect.element(page.getByRole('group', { name: 'Guest' }).getByText('bagus@example.test')).toBeVisible();
      const goOn = page.getByRole('button', { name: 'Continue' });
      await expect.element(goOn).toHaveFocus();
      await expect.element(goOn).not.toHaveAttribute('aria-busy');
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('radio', { name: /Laksmira Gold/ })).toBeVisible();
      const asked = (await requests('GET /api/transaction/offers')).map(({ query }) => query);
      expect(asked).toContainEqual({ hotel_id: '1', type: '1', member_id: '5' });
    });

  test('a member of another hotel is shown with it, and sold to without a question for their record', async () => {
    playSales();
    answer('GET /api/member/duplicates', { data: [STRANGER] });
    answer('GET /api/transaction/offers', { data: RENEWAL_OFFERS });
    await openConsole(NEW, { user: SELLER });
    await textbox('Phone').fill('+62 811 5550 0005');
    await expect.element(page.getByText('Laksmira Gold 3600 0000 0007 · Laksmira Semarang Kota')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Sell to this member: Ayu Lestari' }).click();
    const guest = page.getByRole('group', { name: 'Guest' });
    await expect.element(guest.getByText('Guest of Laksmira Semarang Kota, served here')).toBeVisible();
    await expect.element(guest.getByText('3600 0000 0007')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(page.getByRole('radio', { name: /Laksmira Gold/ })).toBeVisible();
    expect((await requests('GET /api/transaction/offers')).map(({ query }) => query)).toContainEqual({
      hotel_id: '1',
      type: '2',
      member_id: '9',
    });
    expect(await requests('GET /api/member/9')).toEqual([]);
  });

  describe('with the phone of a member', () => {
    const question = page.getByRole('dialog', { name: 'Is this guest a member already?' });
    const goOn = page.getByRole('button', { name: 'Continue' });
    const memberships = page.getByRole('radio', { name: /Laksmira Gold/ });
    /** At once, as a quick typist goes on before anything can be shown beside the field. */
    async function enter(found: Duplicate): Promise<void> {
      playSales();
      answer('GET /api/member/duplicates', ({ request }) =>
        HttpResponse.json({ data: new URL(request.url).searchParams.has(found.matches[0] ?? '') ? [found] : [] }),
      );
      await openConsole(NEW, { user: SELLER });
      await page.getByRole('combobox', { name: 'Gender' }).click();
      await page.getByRole('option').first().click();
      await textbox('Email').fill('melati@example.test');
      await textbox('Phone').fill('+62 811 5550 0005');
      await goOn.click();
    }

    test('is not made without being asked about, and never again for the same answer', async () => {
      await enter({ ...STRANGER, matches: ['phone_no'] });
      await expect.element(question.getByText('This member has the same phone or identity number.')).toBeVisible();
      await expectAccessible();
      await question.getByRole('button', { name: 'Back' }).click();
      await expect.element(question).not.toBeInTheDocument();
      await expect.element(memberships).not.toBeInTheDocument();
      await goOn.click();
      await question.getByRole('button', { name: 'No, somebody else' }).click();
      await expect.element(memberships).toBeVisible();
      await page.getByRole('button', { name: 'Change: Guest' }).click();
      await goOn.click();
      await expect.element(memberships).toBeVisible();
      await expect.element(question).not.toBeInTheDocument();
    });

    test('is sold to as that member, who is chosen in the question', async () => {
      await enter({ ...STRANGER, matches: ['phone_no'] });
      await question.getByRole('button', { name: 'Sell to this member: Ayu Lestari' }).click();
      const guest = page.getByRole('group', { name: 'Guest' });
      await expect.element(guest.getByText('Guest of Laksmira Semarang Kota, served here')).toBeVisible();
      await expect.element(question).not.toBeInTheDocument();
    });

    test('or the email is that member: nobody else is made', async () => {
      await enter({ ...STRANGER, matches: ['email'] });
      await expect.element(question.getByText('Nobody else can be entered with it.', { exact: false })).toBeVisible();
      await expect.element(question.getByRole('button', { name: 'No, somebody else' })).not.toBeInTheDocument();
    });
  });

  test('a search after all keeps the typed values', async () => {
    playSales();
    await openConsole(NEW, { user: SELLER });
    await textbox('Email').fill('melati@example.test');
    await page.getByRole('button', { name: 'Search for a member instead' }).click();
    const box = page.getByRole('combobox', { name: 'Name, card number' });
    await expect.element(box).toHaveFocus();
    await page.getByRole('button', { name: 'New guest' }).click();
    await expect.element(textbox('Email')).toHaveValue('melati@example.test');
  });
});
