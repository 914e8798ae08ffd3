import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '../../session/api.ts';
import { HttpResponse, mockResponse } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { GOLD_OFFER, OFFERS, SELLER, mockSales } from '../../testing/sale-offers.ts';

test('an expired session keeps the unfinished sale and the user name, and the sign-in page says so', async () => {
  mockSales({ ...OFFERS, offers: [GOLD_OFFER] });
  await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByRole('radio', { name: 'Laksmira Gold' })).toBeChecked();
  mockResponse('GET /api/region', () => HttpResponse.json({}, { status: 401 }));
  await expect(api('/api/region')).rejects.toMatchObject({ status: 401 });
  await expect.element(page.getByText('Your unfinished sale is kept. Sign in to continue it.')).toBeVisible();
  await expect
    .element(page.getByRole('textbox', { name: /^Email\/username/ }))
    .toHaveValue(SELLER.data?.username ?? 'sari.wulandari');
  await expect.element(page.getByLabelText('Password', { exact: true }).first()).toHaveFocus();
});
