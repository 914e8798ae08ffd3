import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, keepRecords, refusal } from '../../testing/played-server.ts';
import { expectAsked, requests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() => import('./visit-page.tsx'));

const question = page.getByRole('alertdialog', { name: 'Delete VIS-0051?' });

/** A visit of 14 March; the member has a card of that time, and maybe one that visits raised it to. */
function playVisit(risen: object | null): void {
  keepRecords('visit', [
    row('visit', 51, {
      visit_no: 'VIS-0051',
      visit_date: '2026-03-14 05:00:00',
      member_id: 5,
      member: { id: 5, name: 'Bagus Santoso' },
    }),
  ]);
  const days = { start_date: '2026-02-01', end_date: '2027-01-31', is_active: 1, is_by_hand: 0 };
  const base = row('member_card', 7, { ...days, upgraded_from_id: null });
  const membership = { id: 3, name: 'Laksmira Platinum', code: 'PLT' };
  const higher = row('member_card', 8, { ...days, upgraded_from_id: 7, membership, ...risen });
  keepRecords('member_card', risen ? [base, higher] : [base]);
}

async function ask(): Promise<void> {
  await openConsole('/finance/visit/51');
  await page.getByRole('button', { name: 'Delete VIS-0051' }).click();
  await expect.element(question).toBeVisible();
}

describe('deleting a visit', () => {
  test('warns where a level rests on it', async () => {
    playVisit({});
    await ask();
    await expect
      .element(question.getByText('Bagus Santoso rose to Laksmira Platinum by visits of this period.'))
      .toBeVisible();
    await expectAsked('GET /api/member_card').toEqual({ member_id: '5', per_page: '100' });
    await expectAccessible();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText(/was deleted\./)).toBeVisible();
    expect(await requests('DELETE /api/visit/51')).toHaveLength(1);
  });

  for (const [why, risen] of [
    ['there is one card', null],
    ['the level was set by hand', { is_by_hand: 1 }],
    ['the higher card is out of force', { is_active: 0 }],
    ['the card is of another time', { upgraded_from_id: 99 }],
  ] as const)
    test(`warns of nothing where ${why}`, async () => {
      playVisit(risen);
      await ask();
      await expect.element(question.getByText('It moves to the trash and can be restored.')).toBeVisible();
      await expect.element(question.getByText('rose to')).not.toBeInTheDocument();
    });

  test('is possible though the cards could not be asked for', async () => {
    playVisit({});
    answer('GET /api/member_card', () => refusal(500, 'internal_error'));
    await ask();
    await expect.element(question.getByRole('button', { name: 'Delete' })).toBeVisible();
  });
});
