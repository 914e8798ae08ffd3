import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { entry, mockMember } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { row } from '../../testing/rows.ts';

/** A bill of 00:30 on 1 November in Jayapura, read in Jakarta, where it was still October. */
const AT = { visit_date: '2026-10-31 15:30:00', created_at: '2026-10-31 15:31:00' };
const jayapura = row('visit', 7, { ...AT, time_zone: 'Asia/Jayapura', deleted_at: null });
const jakarta = row('visit', 8, { ...AT, time_zone: 'Asia/Jakarta', deleted_at: null });

test.each([
  ['en', '01 Nov 2026 - 00:30 GMT+9', '31 Oct 2026 - 22:30'],
  ['id', '01 Nov 2026 - 00:30 WIT', '31 Okt 2026 - 22:30'],
] as const)(
  'the list shows a visit’s time in its hotel’s zone, named if it differs: %s',
  async (language, there, here) => {
    setRecords('visit', [jayapura, jakarta]);
    await openConsole('/finance/visit', { language });
    await expect.element(page.getByText(there)).toBeVisible();
    await expect.element(page.getByText(here, { exact: true })).toBeVisible();
  },
);

test('a flagged activity also uses the hotel’s zone, in its list and on its page', async () => {
  const flagged = { occurred_at: AT.visit_date, note: null, time_zone: 'Asia/Jayapura' };
  setRecords('flagged_activity', [row('flagged_activity', 7, flagged)]);
  await openConsole('/others/flagged-activity');
  await expect.element(page.getByText('01 Nov 2026 - 00:30 GMT+9')).toBeVisible();
  await openConsole('/others/flagged-activity/7');
  await expect.element(page.getByText('01 Nov 2026 - 00:30 GMT+9').first()).toBeVisible();
});

test('the visit’s record also uses the hotel’s zone', async () => {
  setRecords('visit', [jayapura]);
  await openConsole('/finance/visit/7', { user: { roles: ['VIEW_VISIT'] } });
  await expect.element(page.getByText('01 Nov 2026 - 00:30 GMT+9')).toBeVisible();
});

test('the member’s timeline also uses the hotel’s zone, under its month', async () => {
  mockMember(undefined, {
    timeline: [
      entry({ kind: 'visited', resource: 'visit', number: 'V-7', at: AT.visit_date, time_zone: 'Asia/Jayapura' }),
      entry({ kind: 'called', resource: 'member_call', at: AT.visit_date, hotel: null, time_zone: null, name: null }),
    ],
  });
  await openConsole('/company/member/5');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect.element(timeline.getByText('01 Nov 2026 - 00:30 GMT+9')).toBeVisible();
  await expect.element(timeline.getByText('31 Oct 2026 - 22:30')).toBeVisible();
  await expect
    .poll(() =>
      timeline
        .getByRole('heading', { level: 3 })
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(['Nov 2026', 'Oct 2026']);
});
