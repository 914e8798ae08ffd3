import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Duplicate } from '@innkeeper/contract/calls';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer } from '../../testing/played-server.ts';
import { expectAsked, requests } from '../../testing/requests.ts';
import { SELLER, playSales } from '../../testing/sale-offers.ts';

const NEW = '/finance/transaction/wizard?q=Melati%20Putri';
const textbox = (name: string) => page.getByRole('textbox', { name });

const twin: Duplicate = {
  id: 5,
  name: 'Bagus Santoso',
  email: 'bagus@example.test',
  phone_no: '+62 811 5550 0005',
  identity_no: null,
  deleted_at: null,
  matches: ['email'],
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
    test(`who is a member already by ${field} is offered as such, and sold to`, async () => {
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

  test('who turns out to be searched for instead keeps what was typed', async () => {
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
