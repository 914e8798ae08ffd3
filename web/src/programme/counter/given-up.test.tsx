import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { counterGuest, playCounter, playOneHotel } from '../../testing/counter.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { STANDING } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, refusal } from '../../testing/played-server.ts';

const PATH = '/finance/voucher-redeem/wizard';

test('a card that was replaced is refused with the words of the server, and nothing to try again', async () => {
  playOneHotel();
  answer('GET /api/voucher_redeem/counter', () =>
    refusal(409, 'card_replaced', { message: 'This card was replaced: the new one ends in 8841.' }),
  );
  await openConsole(`${PATH}?q=601012341234`, { user: FRONT_DESK });
  const said = page.getByRole('alert').filter({ hasText: 'the new one ends in 8841' });
  await expect.element(said.first()).toBeVisible();
  await expect.element(page.getByText('Ask for the new one, or find the guest by telephone')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('a lost card is replaced from where its guest stands', async () => {
  playOneHotel();
  playCounter(counterGuest());
  answer('GET /api/member/7/standing', { data: STANDING });
  await openConsole(`${PATH}/7`, { user: FRONT_DESK });
  await page.getByRole('button', { name: 'Replace the card…' }).click();
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName(/^Replace card/);
});
