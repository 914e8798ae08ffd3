// Core test: every sale.
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectTextsToFit } from '../../testing/text-fit.ts';
import { GOLD_OFFER, OFFERS, SELLER, mockSales } from '../../testing/sale-offers.ts';

const LABELS = {
  en: {
    continueButton: 'Continue',
    membership: 'Membership',
    paymentType: 'Payment type',
    sellLabel: 'Sell for',
    voucher: '2 × Dinner for two',
  },
  id: {
    continueButton: 'Lanjutkan',
    membership: 'Keanggotaan',
    paymentType: 'Jenis pembayaran',
    sellLabel: 'Jual seharga',
    voucher: '2 × Makan malam berdua',
  },
} as const;

describe.each(['is accessible', 'has room for its texts'] as const)('each step of a sale %s', (check) => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`${language}, ${theme}, ${width} px`, async () => {
      const labels = LABELS[language];
      const continueButton = page.getByRole('button', { name: labels.continueButton });
      const expectAccessibleStep = async () => {
        if (check === 'has room for its texts') {
          await expectTextsToFit([language]);
          return;
        }
        await expectAccessible();
        expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(width);
        const scroller = document.querySelector('#page-scroller');
        expect(scroller?.scrollWidth, 'width of the scrolled content').toBe(scroller?.clientWidth);
      };
      await page.viewport(width, height);
      mockSales({ ...OFFERS, offers: [GOLD_OFFER] });
      await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER, language, theme });
      await continueButton.click();
      await expect.element(page.getByRole('group', { name: labels.membership })).toBeVisible();
      await expect.element(page.getByRole('radio', { name: 'Laksmira Gold' })).toBeChecked();
      await expectAccessibleStep();
      await continueButton.click();
      await page.getByRole('combobox', { name: labels.paymentType }).click();
      await page.getByRole('option', { name: 'Cash' }).click();
      await expect.element(page.getByRole('option')).not.toBeInTheDocument();
      await expectAccessibleStep();
      await continueButton.click();
      const sellButton = page.getByRole('button', { name: labels.sellLabel });
      await expect.element(sellButton).toBeVisible();
      await expectAccessibleStep();
      await sellButton.click();
      await expect.element(page.getByRole('heading', { name: 'Bagus Santoso' })).toBeVisible();
      await expect.element(page.getByText(labels.voucher)).toBeVisible();
      await expectAccessibleStep();
    });
});
