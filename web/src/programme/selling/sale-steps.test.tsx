// Core test: every sale.
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { LOOKS } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectRoomForTexts } from '../../testing/room-for-texts.ts';
import { GOLD, OFFERS, SELLER, playSales } from '../../testing/sale-offers.ts';

const WORDS = {
  en: {
    goOn: 'Continue',
    membership: 'Membership',
    type: 'Payment type',
    sell: 'Sell for',
    voucher: '2 × Dinner for two',
  },
  id: {
    goOn: 'Lanjutkan',
    membership: 'Keanggotaan',
    type: 'Jenis pembayaran',
    sell: 'Jual seharga',
    voucher: '2 × Makan malam berdua',
  },
} as const;

describe.each(['can be read and used by everybody', 'has room for its texts'] as const)(
  'each step of a sale %s',
  (what) => {
    for (const { language, theme, width, height } of LOOKS)
      test(`${language}, ${theme}, ${width} px`, async () => {
        const words = WORDS[language];
        const goOn = page.getByRole('button', { name: words.goOn });
        const expectGood = async () => {
          if (what === 'has room for its texts') {
            await expectRoomForTexts([language]);
            return;
          }
          await expectAccessible();
          expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(width);
          const scroller = document.querySelector('#page-scroller');
          expect(scroller?.scrollWidth, 'width of what scrolls').toBe(scroller?.clientWidth);
        };
        await page.viewport(width, height);
        playSales({ ...OFFERS, offers: [GOLD] });
        await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER, language, theme });
        await goOn.click();
        await expect.element(page.getByRole('group', { name: words.membership })).toBeVisible();
        await expect.element(page.getByRole('radio', { name: 'Laksmira Gold' })).toBeChecked();
        await expectGood();
        await goOn.click();
        await page.getByRole('combobox', { name: words.type }).click();
        await page.getByRole('option', { name: 'Cash' }).click();
        await expect.element(page.getByRole('option')).not.toBeInTheDocument();
        await expectGood();
        await goOn.click();
        const sell = page.getByRole('button', { name: words.sell });
        await expect.element(sell).toBeVisible();
        await expectGood();
        await sell.click();
        await expect.element(page.getByRole('heading', { name: 'Bagus Santoso' })).toBeVisible();
        await expect.element(page.getByText(words.voucher)).toBeVisible();
        await expectGood();
      });
  },
);
