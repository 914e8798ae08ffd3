import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { testInEveryLook } from '../../testing/looks.ts';
import { HOTELS } from '../../testing/house.ts';
import { OVERVIEW, STANDING, entry, playDeletedMember, playMember } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, refusal } from '../../testing/played-server.ts';
import { stories } from './member-page.stories.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() => Promise.all([import('./member-page.tsx'), import('./overview/overview-panel.tsx')]));

const region = (name: string) => page.getByRole('region', { name });

describe('a member', () => {
  testInEveryLook(stories);

  test('opens with card, progress towards keeping and rising, and the visits that count', async () => {
    playMember();
    await openConsole('/company/member/5');
    await expect.element(page.getByText('3600 0000 0007', { exact: true })).toBeVisible();
    await expect.element(page.getByText('01 Feb 2026 – 31 Jan 2027')).toBeVisible();
    const keep = page.getByRole('progressbar', { name: 'To keep the level' });
    await expect.element(keep).toHaveAttribute('aria-valuenow', '1');
    await expect.element(keep).toHaveAttribute('aria-valuemax', '4');
    await expect.element(page.getByText('3 more by 31 Jan 2027')).toBeVisible();
    const rise = page.getByRole('progressbar', { name: 'To rise to Laksmira Platinum' });
    await expect.element(rise).toHaveAttribute('aria-valuenow', '1');
    await page.getByText('1 visit not counted').click();
    await expect.element(page.getByText('Before the first day of the term.')).toBeVisible();
  });

  test('tells of a visit without an amount why it does not count, and no amount', async () => {
    const reason = 'The bill has no amount yet.';
    const untold = STANDING.counted.map((one) => ({ ...one, grand_total: null, why: 'no_amount' as const, reason }));
    playMember({ counted: [], not_counted: untold });
    await openConsole('/company/member/5');
    await page.getByText('1 visit not counted').click();
    const line = page.getByRole('listitem').filter({ hasText: reason });
    await expect.element(line).toMatchTextContent('14 Mar 2026');
    await expect.element(line).not.toMatchTextContent('Rp.');
  });

  test('shows card, progress and what can be redeemed without scrolling, at 1440 × 900', async () => {
    playMember();
    await openConsole('/company/member/5');
    for (const part of [
      page.getByText('01 Feb 2026 – 31 Jan 2027'),
      page.getByText('7 more by 31 Jan 2027'),
      region('Vouchers').getByRole('link', { name: 'Redeem Free night' }),
      region('At a glance'),
    ])
      await expect.element(part).toBeInViewport({ ratio: 1 });
  });

  test('has three columns at 1920 px, two at 1440 and one at 1024', async () => {
    playMember();
    await openConsole('/company/member/5');
    await expect.element(region('Timeline')).toBeVisible();
    for (const [width, columns] of [
      [1920, 3],
      [1440, 2],
      [1024, 1],
    ] as const) {
      await page.viewport(width, 900);
      const lefts = ['Standing', 'Timeline', 'At a glance'].map(
        (name) => region(name).element().getBoundingClientRect().left,
      );
      expect(new Set(lefts).size, `${width} px`).toBe(columns);
    }
  });

  test('opens with vouchers: alike ones together, others with the reason, and the redeemed ones', async () => {
    playMember();
    await openConsole('/company/member/5');
    const vouchers = region('Vouchers');
    await expect.element(vouchers.getByText('3 to redeem today')).toBeVisible();
    await expect
      .element(vouchers.getByRole('listitem').filter({ hasText: '× 2' }))
      .toMatchTextContent('Dinner for two');
    await expect.element(vouchers.getByText('only at Laksmira Semarang Kota')).toBeVisible();
    await expect.element(vouchers.getByText('Only in the month of the birthday.')).toBeVisible();
    await expect.element(vouchers.getByText('1 redeemed')).toBeVisible();
    await expect
      .element(vouchers.getByRole('link', { name: 'Redeem Dinner for two' }))
      .toHaveAttribute('href', '/finance/voucher-redeem/wizard/5/31');
  });

  test('opens with the spend, the last mails, and the timeline by months', async () => {
    playMember();
    await openConsole('/company/member/5');
    for (const part of ['This year', 'Rp. 1,250,000', 'USD 76.69', 'In all', 'Rp. 2,500,000', 'USD 153.37'])
      await expect.element(region('Spend')).toMatchTextContent(part);
    await expect.element(region('Last mails').getByRole('listitem')).toMatchTextContent('Welcome');
    const timeline = region('Timeline');
    await expect.element(timeline.getByText('Dinner for two redeemed')).toBeVisible();
    await expect.element(timeline.getByText('Laksmira Gold sold')).toBeVisible();
    await expect
      .poll(() =>
        timeline
          .getByRole('heading', { level: 3 })
          .elements()
          .map((one) => one.textContent),
      )
      .toEqual(['Mar 2026', 'Feb 2026']);
  });

  test('tells how many of the visits were at hotels out of sight, and opens nothing of them', async () => {
    const { spend, redeemed } = OVERVIEW;
    if (!spend || !redeemed) throw new Error('Both are told');
    playMember(undefined, {
      spend: { ...spend, visits: 5, elsewhere: 3, this_year: { ...spend.this_year, visits: 2, elsewhere: 1 } },
      redeemed: { ...redeemed, recent: redeemed.recent.map((one) => ({ ...one, is_elsewhere: true })) },
      timeline: [
        entry({ id: 1, kind: 'visited', resource: 'visit', number: 'V-1', by: null, is_elsewhere: true }),
        entry({ id: 2, kind: 'void_undone', name: 'Free night', name_id: null }),
      ],
    });
    await openConsole('/company/member/5');
    for (const part of [
      '5 visits',
      '3 of them at hotels that you do not see, without their amounts',
      '1 of them at a hotel that you do not see, without its amount',
    ])
      await expect.element(region('Spend')).toMatchTextContent(part);
    const timeline = region('Timeline');
    await expect.element(timeline.getByText('Visit V-1')).toBeVisible();
    await expect.element(timeline.getByRole('link', { name: /Visit V-1/ })).not.toBeInTheDocument();
    await expect.element(timeline.getByText('Free night redeemed after all: the void was taken back')).toBeVisible();
    await expectAccessible();
  });

  test.each([
    ['en', 'Elsewhere', 'Timeline', 'Vouchers'],
    ['id', 'Di hotel lain', 'Linimasa', 'Voucher'],
  ] as const)('marks in $0 what was at another hotel than the reader’s', async (language, word, timeline, vouchers) => {
    const { redeemed } = OVERVIEW;
    if (!redeemed) throw new Error('There are no redemptions');
    const sale = { kind: 'sold', resource: 'transaction', name: 'Laksmira Gold' } as const;
    playMember(undefined, {
      redeemed: { ...redeemed, recent: redeemed.recent.map((one) => ({ ...one, hotel: HOTELS[1] })) },
      timeline: [
        entry({ ...sale, id: 11, number: 'TRX-0011', hotel: HOTELS[0] }),
        entry({ ...sale, id: 12, number: 'TRX-0012', hotel: HOTELS[1] }),
      ],
    });
    await openConsole('/company/member/5', {
      language,
      user: { access_level: 'property', hotels: [HOTELS[0]] },
    });
    const events = region(timeline).getByRole('listitem');
    await expect.element(events.filter({ hasText: HOTELS[1].name })).toMatchTextContent(word);
    await expect.element(events.filter({ hasText: HOTELS[0].name })).not.toMatchTextContent(word);
    await expect.element(region(vouchers).getByText(word)).toBeVisible();
  });

  test('is told in Indonesian where a voucher has a name there', async () => {
    playMember();
    await openConsole('/company/member/5', { language: 'id' });
    await expect.element(region('Linimasa').getByText('Makan malam berdua ditukar')).toBeVisible();
    await expect.element(region('Voucher').getByText('1 sudah ditukar')).toBeVisible();
  });

  test.each([
    ['en', 'Sale TRX-0011 reversed', 'Timeline'],
    ['id', 'Penjualan TRX-0011 dibalik', 'Linimasa'],
  ] as const)('tells in $0 that a sale of a closed month was reversed, and why', async (language, words, title) => {
    const sale = { kind: 'reversed', resource: 'transaction', number: 'TRX-0011', name: 'Laksmira Gold' } as const;
    playMember(
      {},
      { timeline: [entry({ ...sale, id: 12, amount: '-3450000.000', currency: 'IDR', note: 'Sold twice' })] },
    );
    await openConsole('/company/member/5', { language });
    const told = region(title).getByRole('listitem');
    await expect.element(told).toMatchTextContent(words);
    await expect.element(told).toMatchTextContent('“Sold twice”');
  });

  test('tells a level set by hand, one withdrawn, a call and a merge in words of their own', async () => {
    playMember(
      { by_hand: { at: '2026-03-01 03:00:00', by: { id: 9, name: 'Ratna' }, remark: 'Friend of the house' } },
      {
        timeline: [
          entry({ id: 1, kind: 'set_by_hand', resource: 'member_card', name: 'Laksmira Platinum' }),
          entry({ id: 2, kind: 'withdrawn', resource: 'member_card', name: 'Laksmira Platinum', by: null }),
          entry({ id: 3, kind: 'called', resource: 'member_call', state: 'reached', note: 'Comes in May' }),
          entry({ id: 4, kind: 'merged', resource: 'member', name: 'Bagus S.' }),
        ],
      },
    );
    await openConsole('/company/member/5');
    await expect.element(page.getByText('Level set by hand by Ratna on 01 Mar 2026; it holds')).toBeVisible();
    await expect.element(page.getByText('“Friend of the house”')).toBeVisible();
    const timeline = region('Timeline');
    await expect.element(timeline.getByText('Level set to Laksmira Platinum by hand')).toBeVisible();
    const withdrawn = timeline.getByRole('listitem').filter({ hasText: 'withdrawn: too few visits' });
    await expect.element(withdrawn).toMatchTextContent('by itself');
    await expect.element(timeline.getByText('Call: Reached')).toBeVisible();
    await expect.element(timeline.getByText('“Comes in May”')).toBeVisible();
    await expect.element(timeline.getByText('Merged with Bagus S.')).toBeVisible();
  });

  test('shows fifteen things that happened, and the others when asked', async () => {
    playMember({}, { timeline: Array.from({ length: 16 }, (_, n) => entry({ id: n + 1, name: `Voucher ${n + 1}` })) });
    await openConsole('/company/member/5');
    const timeline = region('Timeline');
    await expect.element(timeline.getByText('Voucher 15 redeemed')).toBeVisible();
    await expect.element(timeline.getByText('Voucher 16 redeemed')).not.toBeInTheDocument();
    await timeline.getByRole('button', { name: 'Show more' }).click();
    await expect.element(timeline.getByText('Voucher 16 redeemed')).toBeVisible();
  });

  test('that was deleted is shown as it was, with nothing to do', async () => {
    playDeletedMember();
    await openConsole('/company/member/5');
    await expect.element(page.getByText('3600 0000 0007', { exact: true })).toBeVisible();
    await expect.element(region('Vouchers').getByText('3 to redeem today')).toBeVisible();
    await expect.element(page.getByRole('group', { name: 'Actions' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: /^Redeem / })).not.toBeInTheDocument();
  });

  test('is told when it could not be asked for, and asked for again', async () => {
    playMember();
    answer('GET /api/member/5/standing', () => refusal(500, 'internal_error'));
    await openConsole('/company/member/5');
    const again = page.getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    playMember();
    await again.click();
    await expect.element(page.getByRole('progressbar', { name: 'To keep the level' })).toBeVisible();
  });
});
