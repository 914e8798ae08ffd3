import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { testInEveryVariant } from '../../testing/variants.ts';
import { HOTELS } from '../../testing/fixtures.ts';
import {
  OVERVIEW,
  STANDING,
  createTimelineEntry,
  mockDeletedMember,
  mockMember,
} from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, recordsOf, rejection, setRecords } from '../../testing/mock-server.ts';
import { localDay } from '../../format/date.ts';
import { stories } from './member-page.stories.ts';

// Imported in advance, so the tests wait for the page only, not for its code.
beforeAll(() => Promise.all([import('./member-page.tsx'), import('./overview/overview-panel.tsx')]));

const region = (name: string) => page.getByRole('region', { name });

describe('member page', () => {
  testInEveryVariant(stories);

  test('shows card, progress towards keeping and upgrading the tier, and the counted visits', async () => {
    mockMember();
    await openConsole('/company/member/5');
    await expect.element(page.getByText('3600 0000 0007', { exact: true })).toBeVisible();
    await expect.element(page.getByText('01 Feb 2026 – 31 Jan 2027')).toBeVisible();
    const maintainProgress = page.getByRole('progressbar', { name: 'Visits to keep this tier' });
    await expect.element(maintainProgress).toHaveAttribute('aria-valuenow', '1');
    await expect.element(maintainProgress).toHaveAttribute('aria-valuemax', '4');
    await expect.element(page.getByText('3 to go by 31 Jan 2027')).toBeVisible();
    const upgradeProgress = page.getByRole('progressbar', { name: 'Visits to reach Laksmira Platinum' });
    await expect.element(upgradeProgress).toHaveAttribute('aria-valuenow', '1');
    await page.getByText('1 visit not counted').click();
    await expect.element(page.getByText('Before the first day of the term.')).toBeVisible();
  });

  test('has a head of two lines on a phone, even with a long name of the tier', async () => {
    await page.viewport(390, 844);
    mockMember();
    const membership = { id: 2, name: 'Laksmira Platinum Complimentary for Partners', code: 'PLP' };
    const valid_until_date = localDay(new Date(Date.now() + 60 * 86_400_000));
    setRecords(
      'member',
      recordsOf('member').map((record) => ({ ...record, membership_id: 2, membership, valid_until_date })),
    );
    await openConsole('/company/member/5');
    const line = page.getByRole('main').getByRole('paragraph').filter({ hasText: membership.name });
    await expect.element(line.getByText('60 days left')).toBeVisible();
    expect(line.element().getBoundingClientRect().height).toBeLessThan(30);
  });

  test('says beside the contact details that email to the address was rejected', async () => {
    mockMember({}, { address_state: { state: 'bounced', at: '2026-11-21 03:00:00' } });
    await openConsole('/company/member/5');
    const notice = 'Email to this address was rejected on 21 Nov 2026: ask for a new address.';
    await expect.element(region('At a glance').getByText(notice)).toBeVisible();
    mockMember();
    await openConsole('/company/member/5');
    await expect.element(region('At a glance')).toBeVisible();
    await expect.element(page.getByText(/was rejected on/)).not.toBeInTheDocument();
  });

  test('explains why a visit without an amount does not count, and shows no amount', async () => {
    const reason = 'The bill has no amount yet.';
    const visitsWithoutAmount = STANDING.counted.map((visit) => ({
      ...visit,
      grand_total: null,
      why: 'no_amount' as const,
      reason,
    }));
    mockMember({ counted: [], not_counted: visitsWithoutAmount });
    await openConsole('/company/member/5');
    await page.getByText('1 visit not counted').click();
    const visitItem = page.getByRole('listitem').filter({ hasText: reason });
    await expect.element(visitItem).toMatchTextContent('14 Mar 2026');
    await expect.element(visitItem).not.toMatchTextContent('Rp.');
  });

  test('shows card, progress and redeemable vouchers without scrolling at 1440 × 900', async () => {
    mockMember();
    await openConsole('/company/member/5');
    for (const element of [
      page.getByText('01 Feb 2026 – 31 Jan 2027'),
      page.getByText('7 to go by 31 Jan 2027'),
      region('Vouchers').getByRole('link', { name: 'Redeem Free night' }),
      region('At a glance'),
    ])
      await expect.element(element).toBeInViewport({ ratio: 1 });
  });

  test('has three columns at 1920 px, two at 1440 and one at 1024', async () => {
    mockMember();
    await openConsole('/company/member/5');
    await expect.element(region('Timeline')).toBeVisible();
    for (const [width, columns] of [
      [1920, 3],
      [1440, 2],
      [1024, 1],
    ] as const) {
      await page.viewport(width, 900);
      const leftEdges = ['Status', 'Timeline', 'At a glance'].map(
        (name) => region(name).element().getBoundingClientRect().left,
      );
      expect(new Set(leftEdges).size, `${width} px`).toBe(columns);
    }
  });

  test('groups equivalent vouchers, and shows ineligible ones with reasons and redeemed ones', async () => {
    mockMember();
    await openConsole('/company/member/5');
    const vouchers = region('Vouchers');
    await expect.element(vouchers.getByText('3 available')).toBeVisible();
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

  test('shows the spend, the last mails, and the timeline by month', async () => {
    mockMember();
    await openConsole('/company/member/5');
    for (const expectedText of ['This year', 'Rp. 1,250,000', 'USD 76.69', 'Total', 'Rp. 2,500,000', 'USD 153.37'])
      await expect.element(region('Spend')).toMatchTextContent(expectedText);
    await expect.element(region('Recent emails').getByRole('listitem')).toMatchTextContent('Welcome');
    const timeline = region('Timeline');
    await expect.element(timeline.getByText('Dinner for two redeemed')).toBeVisible();
    await expect.element(timeline.getByText('Laksmira Gold sold')).toBeVisible();
    await expect
      .poll(() =>
        timeline
          .getByRole('heading', { level: 3 })
          .elements()
          .map((heading) => heading.textContent),
      )
      .toEqual(['Mar 2026', 'Feb 2026']);
  });

  test('shows the number of visits at hotels not visible to the user, without links', async () => {
    const { spend, redeemed } = OVERVIEW;
    if (!spend || !redeemed) throw new Error('The overview has no spend or redemptions');
    mockMember(undefined, {
      spend: { ...spend, visits: 5, elsewhere: 3, this_year: { ...spend.this_year, visits: 2, elsewhere: 1 } },
      redeemed: { ...redeemed, recent: redeemed.recent.map((redemption) => ({ ...redemption, is_elsewhere: true })) },
      timeline: [
        createTimelineEntry({ id: 1, kind: 'visited', resource: 'visit', number: 'V-1', by: null, is_elsewhere: true }),
        createTimelineEntry({ id: 2, kind: 'void_undone', name: 'Free night', name_id: null }),
      ],
    });
    await openConsole('/company/member/5');
    for (const expectedText of [
      '5 visits',
      '3 at hotels you have no access to, amounts not included',
      '1 at a hotel you have no access to, amount not included',
    ])
      await expect.element(region('Spend')).toMatchTextContent(expectedText);
    const timeline = region('Timeline');
    await expect.element(timeline.getByText('Visit V-1')).toBeVisible();
    await expect.element(timeline.getByRole('link', { name: /Visit V-1/ })).not.toBeInTheDocument();
    await expect.element(timeline.getByText('Free night redeemed again: void reverted')).toBeVisible();
    await expectAccessible();
  });

  test.each([
    ['en', 'Elsewhere', 'Timeline', 'Vouchers'],
    ['id', 'Di hotel lain', 'Linimasa', 'Voucher'],
  ] as const)(
    'marks in $0 the entries of hotels other than the user’s',
    async (language, elsewhereLabel, timeline, vouchers) => {
      const { redeemed } = OVERVIEW;
      if (!redeemed) throw new Error('There are no redemptions');
      const sale = { kind: 'sold', resource: 'transaction', name: 'Laksmira Gold' } as const;
      mockMember(undefined, {
        redeemed: { ...redeemed, recent: redeemed.recent.map((redemption) => ({ ...redemption, hotel: HOTELS[1] })) },
        timeline: [
          createTimelineEntry({ ...sale, id: 11, number: 'TRX-0011', hotel: HOTELS[0] }),
          createTimelineEntry({ ...sale, id: 12, number: 'TRX-0012', hotel: HOTELS[1] }),
        ],
      });
      await openConsole('/company/member/5', {
        language,
        user: { access_level: 'property', hotels: [HOTELS[0]] },
      });
      const events = region(timeline).getByRole('listitem');
      await expect.element(events.filter({ hasText: HOTELS[1].name })).toMatchTextContent(elsewhereLabel);
      await expect.element(events.filter({ hasText: HOTELS[0].name })).not.toMatchTextContent(elsewhereLabel);
      await expect.element(region(vouchers).getByText(elsewhereLabel)).toBeVisible();
    },
  );

  test("uses a voucher's Indonesian name if it has one", async () => {
    mockMember();
    await openConsole('/company/member/5', { language: 'id' });
    await expect.element(region('Linimasa').getByText('Makan malam berdua ditukar')).toBeVisible();
    await expect.element(region('Voucher').getByText('1 sudah ditukar')).toBeVisible();
  });

  test.each([
    ['en', 'Sale TRX-0011 reversed', 'Timeline'],
    ['id', 'Penjualan TRX-0011 dibalik', 'Linimasa'],
  ] as const)(
    'shows that a sale of a closed month was reversed, and why, in $0',
    async (language, reversedText, timelineLabel) => {
      const sale = { kind: 'reversed', resource: 'transaction', number: 'TRX-0011', name: 'Laksmira Gold' } as const;
      mockMember(
        {},
        {
          timeline: [
            createTimelineEntry({ ...sale, id: 12, amount: '-3450000.000', currency: 'IDR', note: 'Sold twice' }),
          ],
        },
      );
      await openConsole('/company/member/5', { language });
      const timelineEntry = region(timelineLabel).getByRole('listitem');
      await expect.element(timelineEntry).toMatchTextContent(reversedText);
      await expect.element(timelineEntry).toMatchTextContent('“Sold twice”');
    },
  );

  test('describes a tier set manually, a withdrawn one, a call and a merge', async () => {
    mockMember(
      { manual_tier: { at: '2026-03-01 03:00:00', by: { id: 9, name: 'Ratna' }, remark: 'Friend of the house' } },
      {
        timeline: [
          createTimelineEntry({ id: 1, kind: 'tier_set', resource: 'member_card', name: 'Laksmira Platinum' }),
          createTimelineEntry({
            id: 2,
            kind: 'withdrawn',
            resource: 'member_card',
            name: 'Laksmira Platinum',
            by: null,
          }),
          createTimelineEntry({
            id: 3,
            kind: 'called',
            resource: 'member_call',
            state: 'reached',
            note: 'Comes in May',
          }),
          createTimelineEntry({ id: 4, kind: 'merged', resource: 'member', name: 'Bagus S.' }),
        ],
      },
    );
    await openConsole('/company/member/5');
    await expect.element(page.getByText('Tier set manually by Ratna on 01 Mar 2026, until')).toBeVisible();
    await expect.element(page.getByText('“Friend of the house”')).toBeVisible();
    const timeline = region('Timeline');
    await expect.element(timeline.getByText('Tier set to Laksmira Platinum manually')).toBeVisible();
    const withdrawnEntry = timeline
      .getByRole('listitem')
      .filter({ hasText: 'removed: visit requirement no longer met' });
    await expect.element(withdrawnEntry).toMatchTextContent('automatically');
    await expect.element(timeline.getByText('Call: Reached')).toBeVisible();
    await expect.element(timeline.getByText('“Comes in May”')).toBeVisible();
    await expect.element(timeline.getByText('Merged with Bagus S.')).toBeVisible();
  });

  test('shows fifteen timeline entries, and the others on request', async () => {
    mockMember(
      {},
      { timeline: Array.from({ length: 16 }, (_, n) => createTimelineEntry({ id: n + 1, name: `Voucher ${n + 1}` })) },
    );
    await openConsole('/company/member/5');
    const timeline = region('Timeline');
    await expect.element(timeline.getByText('Voucher 15 redeemed')).toBeVisible();
    await expect.element(timeline.getByText('Voucher 16 redeemed')).not.toBeInTheDocument();
    await timeline.getByRole('button', { name: 'Show more' }).click();
    await expect.element(timeline.getByText('Voucher 16 redeemed')).toBeVisible();
  });

  test('shows a deleted member unchanged, without actions', async () => {
    mockDeletedMember();
    await openConsole('/company/member/5');
    await expect.element(page.getByText('3600 0000 0007', { exact: true })).toBeVisible();
    await expect.element(region('Vouchers').getByText('3 available')).toBeVisible();
    await expect.element(page.getByRole('group', { name: 'Actions' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: /^Redeem / })).not.toBeInTheDocument();
  });

  test('shows an error if loading failed, and retries', async () => {
    mockMember();
    mockResponse('GET /api/member/5/standing', () => rejection(500, 'internal_error'));
    await openConsole('/company/member/5');
    const retryButton = page.getByRole('button', { name: 'Try again' });
    await expect.element(retryButton).toBeVisible();
    mockMember();
    await retryButton.click();
    await expect.element(page.getByRole('progressbar', { name: 'Visits to keep this tier' })).toBeVisible();
  });
});
