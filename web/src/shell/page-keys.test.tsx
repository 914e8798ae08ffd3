import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/accessibility.ts';
import { deskGuest, mockDesk, mockOneHotel } from '../testing/desk.ts';
import { FRONT_DESK } from '../testing/fixtures.ts';
import { expectRows } from '../testing/lists.ts';
import { PAGE_VARIANTS } from '../testing/variants.ts';
import { openConsole } from '../testing/open-console.tsx';
import { chooseOption, pressPaletteKeys } from '../testing/palette.ts';
import { expectTextsToFit } from '../testing/text-fit.ts';
import { DAILY_HELP } from './help/texts/daily.ts';

const dialog = page.getByRole('dialog', { name: /^Help/ });
const readKeyHints = async () => {
  await expect.element(dialog).toBeVisible();
  const terms = [...dialog.element().querySelectorAll('dt')];
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]));
};

describe('the key ?', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`shows the help of a list, its keys and the keys of every page: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      await openConsole('/company/member', { language, theme });
      await expect.element(page.getByText('Last name 1').first()).toBeVisible();
      await userEvent.keyboard('?');
      const helpDialog = page.getByRole('dialog', {
        name: { en: 'Help: Members', id: 'Bantuan: Anggota' }[language],
      });
      await expect.element(helpDialog.getByText(DAILY_HELP.member.about[language])).toBeVisible();
      await expect.element(helpDialog.getByText({ en: 'Create new', id: 'Buat baru' }[language])).toBeVisible();
      const globalHeading = { en: 'Keys everywhere', id: 'Tombol di mana saja' }[language];
      await expect.element(helpDialog.getByText(globalHeading)).toBeVisible();
      const newestLabel = { en: 'Go to the newest message', id: 'Ke pesan terbaru' }[language];
      await expect.element(helpDialog.getByRole('term').filter({ hasText: 'F8' })).toBeVisible();
      await expect.element(helpDialog.getByText(newestLabel)).toBeVisible();
      await expectAccessible();
      await expectTextsToFit([language]);
    });

  test('shows only keys of a list that the user has the rights for', async () => {
    await openConsole('/company/member');
    await expectRows(3);
    await userEvent.keyboard('?');
    expect(await readKeyHints()).toMatchObject({ E: 'Edit row', Del: 'Delete row', N: 'Create new' });
    await userEvent.keyboard('{Escape}');
    await openConsole('/company/member', { user: { roles: ['VIEW_MEMBER'] } });
    await expectRows(3);
    await userEvent.keyboard('?');
    const keys = Object.keys(await readKeyHints());
    expect(keys).toEqual(expect.arrayContaining(['P', 'Enter']));
    expect(keys).not.toEqual(expect.arrayContaining(['E']));
    expect(keys).not.toEqual(expect.arrayContaining(['N']));
  });

  test('shows the voucher of each digit at the front desk', async () => {
    mockOneHotel();
    mockDesk(deskGuest());
    await openConsole('/finance/voucher-redeem/wizard/7', { user: FRONT_DESK });
    await expect.element(page.getByRole('checkbox', { name: 'Birthday cake' })).toBeVisible();
    await userEvent.click(page.getByRole('heading', { name: 'Ratna Kusuma' }));
    await userEvent.keyboard('?');
    expect(await readKeyHints()).toMatchObject({
      1: 'Dinner for two',
      2: 'Birthday cake',
      Space: 'Tick or untick a voucher',
      Esc: 'Next guest',
    });
  });

  test('is an ordinary character in a text field', async () => {
    await openConsole('/company/member');
    await expectRows(3);
    await userEvent.keyboard('/');
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('searchbox', { name: 'Search' }).first()).toHaveValue('?');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

test('the palette finds the help of the page, with its keys', async () => {
  await openConsole('/company/member');
  await expectRows(3);
  await pressPaletteKeys();
  await chooseOption('keyboard short', 'Help and keyboard shortcuts');
  expect(await readKeyHints()).toMatchObject({ N: 'Create new' });
});
