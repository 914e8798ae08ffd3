import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatDate, localDay } from '../../../format/date.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { setRecords } from '../../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../../testing/requests.ts';
import { row } from '../../../testing/rows.ts';

const textbox = (name: string) => page.getByRole('textbox', { name });
const save = () => userEvent.keyboard('{Control>}s{/Control}');

describe('date and time input', () => {
  // The browser of these tests runs in Jakarta's time zone, UTC+7.
  it("shows the browser's local time and sends it as YYYY-MM-DD HH:mm:ss", async () => {
    setRecords('visit', [row('visit', 1, { visit_date: '2026-03-07 18:30:00' })]);
    await openConsole('/finance/visit/1');
    await expect.element(textbox('Visit date')).toHaveValue('08 Mar 2026');
    await expect.element(page.getByRole('textbox', { name: 'Time', exact: true })).toHaveValue('01:30');
    await textbox('Visit date').fill('2026-03-09');
    await userEvent.keyboard('{Tab}');
    await expect.element(textbox('Visit date')).toHaveValue('09 Mar 2026');
    const time = page.getByRole('textbox', { name: 'Time', exact: true });
    await time.fill('0245');
    await userEvent.keyboard('{Tab}');
    await expect.element(time).toHaveValue('02:45');
    await save();
    const { body, headers } = await waitForRequest('POST /api/visit/1');
    expect(body).toMatchObject({ visit_date: '2026-03-09 02:45:00' });
    expect(headers.get('X-Time-Zone')).toBe('Asia/Jakarta');
  });

  const LABELS = {
    en: { day: 'Visit date', time: 'Time', calendar: 'Open calendar', expectedDate: '20 May 2026' },
    id: { day: 'Tanggal kunjungan', time: 'Waktu', calendar: 'Buka kalender', expectedDate: '20 Mei 2026' },
  } as const;
  it.each([
    ['typed', 'en'],
    ['typed', 'id'],
    ['picked', 'en'],
    ['picked', 'id'],
  ] as const)('adds the current time when only the day is %s, in %s', async (inputMethod, language) => {
    const labels = LABELS[language];
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-22T09:05:07+07:00') });
    onTestFinished(() => void vi.useRealTimers());
    setRecords('visit', [row('visit', 1, { visit_date: null })]);
    await openConsole('/finance/visit/1', { language });
    const visitDate = textbox(labels.day);
    if (inputMethod === 'typed') await visitDate.fill('2026-05-20');
    else {
      await page.getByRole('button', { name: labels.calendar }).click();
      await page.getByRole('gridcell').getByText('20', { exact: true }).click();
    }
    await userEvent.keyboard('{Tab}');
    await expect.element(visitDate).toHaveValue(labels.expectedDate);
    await expect.element(page.getByRole('textbox', { name: labels.time, exact: true })).toHaveValue('09:05');
    await save();
    expect((await waitForRequest('POST /api/visit/1')).body).toMatchObject({
      visit_date: expect.stringMatching(/^2026-05-20 09:05:\d\d$/),
    });
  });
});

describe('date input', () => {
  const card = row('member_card', 1, { start_date: '2026-02-01', end_date: '2027-01-31' });

  it.each([
    ['en', '31 Mei 2027', '31 May 2027'],
    ['id', '31 May 2027', '31 Mei 2027'],
    ['en', '31/05/2027', '31 May 2027'],
    ['en', '2027-05-31', '31 May 2027'],
  ] as const)('uses the language %s and parses %s as %s', async (language, inputText, expectedText) => {
    setRecords('member_card', [card]);
    await openConsole('/company/member-card/1', { language });
    const endDate = textbox(language === 'en' ? 'End date' : 'Tanggal berakhir');
    await endDate.fill(inputText);
    await userEvent.keyboard('{Tab}');
    await expect.element(endDate).toHaveValue(expectedText);
    await save();
    expect((await waitForRequest('POST /api/member_card/1')).body).toMatchObject({
      end_date: expect.stringMatching(/^2027-05-31 \d\d:\d\d:\d\d$/),
    });
  });

  it('preserves an invalid date, shows the error at its field, and sends nothing', async () => {
    setRecords('member_card', [card]);
    await openConsole('/company/member-card/1');
    await textbox('End date').fill('31 Feb 2027');
    await userEvent.keyboard('{Tab}');
    await save();
    await expect.element(textbox('End date')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(textbox('End date')).toHaveValue('31 Feb 2027');
    expect(await findRequests('POST /api/member_card/1')).toEqual([]);
  });

  it('sends a cleared date as empty if the current date would be false', async () => {
    setRecords('member_call', [row('member_call', 1, { call_back_on: '2026-05-22' })]);
    await openConsole('/company/member-call/1');
    await expect.element(textbox('Call back on')).toHaveValue('22 May 2026');
    await expect.element(textbox('Call back on')).toHaveAttribute('placeholder', 'DD MMM YYYY');
    await textbox('Call back on').fill('');
    await userEvent.keyboard('{Tab}');
    await save();
    expect((await waitForRequest('POST /api/member_call/1')).body).toMatchObject({ call_back_on: '' });
  });

  it('shows what an empty date in a new record means: today', async () => {
    await openConsole('/company/member-card/new');
    await expect.element(textbox('Start date')).toHaveValue(formatDate(localDay(new Date())));
    await textbox('Start date').fill('');
    await expect.element(textbox('Start date')).toHaveAttribute('placeholder', 'Defaults to today');
  });
});
