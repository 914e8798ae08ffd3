import { SALE_TYPE } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { FRIEND, OFFERS, SELLER, playSales } from '../../testing/sale-offers.ts';
import { payCash } from '../../testing/sale-steps.ts';

const goOn = page.getByRole('button', { name: 'Continue' });
const gold = page.getByRole('radio', { name: 'Laksmira Gold' });

test.each([
  { began: '2026-01-10', says: 'ends the day before; its vouchers stay good to their own last day.' },
  { began: OFFERS.day, says: 'is switched off, with its vouchers.' },
])('a sale to a free member since $began says what becomes of the free card', async ({ began, says }) => {
  const card = {
    id: 7,
    sbec_no: '3600 0000 0007',
    membership: FRIEND.membership,
    start_date: began,
    end_date: '2027-01-09',
  };
  playSales({ ...OFFERS, card, allowed: [SALE_TYPE.sale] });
  await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER });
  await goOn.click();
  await gold.click();
  await goOn.click();
  await payCash();
  await expect.element(page.getByText(`The free card 3600 0000 0007 ${says}`)).toBeVisible();
});
