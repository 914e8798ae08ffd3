import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HOTELS } from '../../testing/fixtures.ts';
import { createTimelineEntry, mockMember } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

/** The instants of a bill at 00:30 on 1 November in Jayapura, which was still 31 October in Jakarta. */
const INSTANTS = { visit_date: '2026-10-31 15:30:00', created_at: '2026-10-31 15:31:00' };
const jayapuraVisit = row('visit', 7, { ...INSTANTS, time_zone: 'Asia/Jayapura', deleted_at: null });
const jakartaVisit = row('visit', 8, { ...INSTANTS, time_zone: 'Asia/Jakarta', deleted_at: null });

test.each([
  ['en', '01 Nov 2026 - 00:30 WIT', '31 Oct 2026 - 22:30'],
  ['id', '01 Nov 2026 - 00:30 WIT', '31 Okt 2026 - 22:30'],
] as const)(
  'the list shows a visit’s time in its hotel’s zone, named if it differs: %s',
  async (language, hotelTime, localTime) => {
    setRecords('visit', [jayapuraVisit, jakartaVisit]);
    await openConsole('/finance/visit', { language });
    await expect.element(page.getByText(hotelTime)).toBeVisible();
    await expect.element(page.getByText(localTime, { exact: true })).toBeVisible();
  },
);

test('a flagged activity also uses the hotel’s zone, in its list and on its page', async () => {
  const values = { occurred_at: INSTANTS.visit_date, note: null, time_zone: 'Asia/Jayapura' };
  setRecords('flagged_activity', [row('flagged_activity', 7, values)]);
  await openConsole('/others/flagged-activity');
  await expect.element(page.getByText('01 Nov 2026 - 00:30 WIT')).toBeVisible();
  await openConsole('/others/flagged-activity/7');
  await expect.element(page.getByText('01 Nov 2026 - 00:30 WIT').first()).toBeVisible();
});

test('the visit’s record also uses the hotel’s zone', async () => {
  setRecords('visit', [jayapuraVisit]);
  await openConsole('/finance/visit/7', { user: { roles: ['VIEW_VISIT'] } });
  await expect.element(page.getByText('01 Nov 2026 - 00:30 WIT')).toBeVisible();
});

/** The browser of these tests is in Jakarta. */
const dateInput = page.getByRole('textbox', { name: 'Visit date' });
const timeInput = page.getByRole('textbox', { name: 'Time', exact: true });

test('the visit’s form reads and writes in the hotel’s zone, and names it', async () => {
  setRecords('visit', [jayapuraVisit]);
  await openConsole('/finance/visit/7');
  await expect.element(dateInput).toHaveValue('01 Nov 2026');
  await expect.element(timeInput).toHaveValue('00:30');
  await expect.element(timeInput).toHaveAccessibleDescription(/WIT$/);
  await timeInput.fill('0145');
  await userEvent.tab();
  await expect.element(timeInput).toHaveValue('01:45');
  await userEvent.keyboard('{Control>}s{/Control}');
  const { body, headers } = await waitForRequest('POST /api/visit/7');
  expect(body).toMatchObject({ visit_date: '2026-10-31 23:45:00' });
  expect(headers.get('X-Time-Zone')).toBe('Asia/Jakarta');
  await expect.element(page.getByText('Saved.')).toBeVisible();
});

test('a form names the zone even where it is the reader’s own', async () => {
  setRecords('visit', [jakartaVisit]);
  await openConsole('/finance/visit/8');
  await expect.element(timeInput).toHaveValue('22:30');
  await expect.element(page.getByText('WIB', { exact: true })).toBeVisible();
});

test('a new visit is entered in the zone of the chosen hotel, from its current time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-31T15:30:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  setRecords('hotel', [row('hotel', 1, { ...HOTELS[0], time_zone: 'Asia/Jayapura' })]);
  await openConsole('/finance/visit/new', { user: { hotels: [HOTELS[0]] } });
  await expect.element(page.getByText('WIT', { exact: true })).toBeVisible();
  await expect.element(dateInput).toHaveValue('01 Nov 2026');
  await expect.element(timeInput).toHaveValue('00:30');
});

test('a bulk edit sends a local time, which applies at the hotel of each visit', async () => {
  setRecords('visit', [jayapuraVisit, jakartaVisit]);
  await openConsole('/finance/visit');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit visits' });
  await dialog
    .getByRole('radiogroup', { name: 'Action for Visit date' })
    .getByRole('radio', { name: 'Change' })
    .click();
  const dayInput = dialog.getByRole('textbox', { name: 'Visit date' });
  await expect.element(dayInput).toHaveAccessibleDescription('Local time at the hotel of each record');
  await dayInput.fill('31 Oct 2026');
  await userEvent.tab();
  await dialog.getByRole('textbox', { name: 'Time', exact: true }).fill('0900');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const { body } = await waitForRequest('POST /api/visit/updateBulk');
  expect(body).toMatchObject({ ids: [7, 8], set: { visit_date: '2026-10-31 09:00:00' } });
  await expect.element(page.getByRole('dialog', { name: 'Change visits?' })).toBeVisible();
});

test('a bill on hold uses the hotel’s zone, also for its correct date', async () => {
  const values = { visit_date: INSTANTS.visit_date, time_zone: 'Asia/Jayapura', state: 'waiting' };
  setRecords('held_posting', [row('held_posting', 7, values)]);
  await openConsole('/finance/held-posting/7');
  await expect.element(page.getByText('01 Nov 2026 - 00:30 WIT')).toBeVisible();
  await page.getByRole('button', { name: 'Post as a visit…' }).click();
  await expect.element(page.getByRole('dialog').getByText('WIT', { exact: true })).toBeVisible();
});

test('the member’s timeline also uses the hotel’s zone, under its month', async () => {
  mockMember(undefined, {
    timeline: [
      createTimelineEntry({
        kind: 'visited',
        resource: 'visit',
        number: 'V-7',
        at: INSTANTS.visit_date,
        time_zone: 'Asia/Jayapura',
      }),
      createTimelineEntry({
        kind: 'called',
        resource: 'member_call',
        at: INSTANTS.visit_date,
        hotel: null,
        time_zone: null,
        name: null,
      }),
    ],
  });
  await openConsole('/company/member/5');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect.element(timeline.getByText('01 Nov 2026 - 00:30 WIT')).toBeVisible();
  await expect.element(timeline.getByText('31 Oct 2026 - 22:30')).toBeVisible();
  await expect
    .poll(() =>
      timeline
        .getByRole('heading', { level: 3 })
        .elements()
        .map((heading) => heading.textContent),
    )
    .toEqual(['Nov 2026', 'Oct 2026']);
});
