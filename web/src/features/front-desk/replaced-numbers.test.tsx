import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { STANDING } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../testing/mock-server.ts';

const PATH = '/finance/voucher-redeem/wizard';

test("a rejected replacement of a card shows the server's message without a retry", async () => {
  mockOneHotel();
  mockResponse('GET /api/voucher_redeem/counter', () =>
    rejection(409, 'card_replaced', { message: 'This card was replaced: the new one ends in 8841.' }),
  );
  await openConsole(`${PATH}?q=601012341234`, { user: FRONT_DESK });
  const alert = page.getByRole('alert').filter({ hasText: 'the new one ends in 8841' });
  await expect.element(alert.first()).toBeVisible();
  await expect.element(page.getByText('Ask for the new card, or search by phone')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await expectAccessible();
});

test("a lost card can be replaced from the guest's screen", async () => {
  mockOneHotel();
  mockDesk(deskGuest());
  mockResponse('GET /api/member/7/standing', { data: STANDING });
  await openConsole(`${PATH}/7`, { user: FRONT_DESK });
  await page.getByRole('button', { name: 'Replace card…' }).click();
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName(/^Replace card/);
});
