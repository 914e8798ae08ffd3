import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { expectQuery, findRequests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => import('./visit-page.tsx'));

const confirmation = page.getByRole('alertdialog', { name: 'Delete VIS-0051?' });

/** Mocks a visit of 14 March. The member has a card of that term, and optionally the card of an upgrade by visits. */
function mockVisit(upgradedCard: object | null): void {
  setRecords('visit', [
    row('visit', 51, {
      visit_no: 'VIS-0051',
      visit_date: '2026-03-14 05:00:00',
      member_id: 5,
      member: { id: 5, name: 'Bagus Santoso' },
    }),
  ]);
  const period = { start_date: '2026-02-01', end_date: '2027-01-31', is_active: 1, is_tier_manual: 0 };
  const baseCard = row('member_card', 7, { ...period, upgraded_from_id: null });
  const membership = { id: 3, name: 'Laksmira Platinum', code: 'PLT' };
  const higherCard = row('member_card', 8, { ...period, upgraded_from_id: 7, membership, ...upgradedCard });
  setRecords('member_card', upgradedCard ? [baseCard, higherCard] : [baseCard]);
}

async function openConfirmation(): Promise<void> {
  await openConsole('/finance/visit/51');
  await page.getByRole('button', { name: 'Delete VIS-0051' }).click();
  await expect.element(confirmation).toBeVisible();
}

describe('deleting a visit', () => {
  test('warns if a tier depends on it', async () => {
    mockVisit({});
    await openConfirmation();
    await expect
      .element(confirmation.getByText('Bagus Santoso was upgraded to Laksmira Platinum by visits of this period.'))
      .toBeVisible();
    await expectQuery('GET /api/member_card').toEqual({ member_id: '5', per_page: '100' });
    await expectAccessible();
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText(/ deleted\./)).toBeVisible();
    expect(await findRequests('DELETE /api/visit/51')).toHaveLength(1);
  });

  for (const [condition, upgradedCard] of [
    ['there is one card', null],
    ['the tier was set manually', { is_tier_manual: 1 }],
    ['the higher card is inactive', { is_active: 0 }],
    ['the card was upgraded from another one', { upgraded_from_id: 99 }],
  ] as const)
    test(`shows no warning if ${condition}`, async () => {
      mockVisit(upgradedCard);
      await openConfirmation();
      await expect.element(confirmation.getByText('You can restore it from the trash.')).toBeVisible();
      await expect.element(confirmation.getByText('was upgraded to')).not.toBeInTheDocument();
    });

  test('is possible even if the cards cannot be loaded', async () => {
    mockVisit({});
    mockResponse('GET /api/member_card', () => rejection(500, 'internal_error'));
    await openConfirmation();
    await expect.element(confirmation.getByRole('button', { name: 'Delete' })).toBeVisible();
  });
});
