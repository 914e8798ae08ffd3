import type { ReportSchedule } from '@innkeeper/contract/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer } from '../../testing/played-server.ts';
import { salesRun } from '../../testing/report-run.ts';
import { sent } from '../../testing/requests.ts';

const MONTHLY: ReportSchedule = {
  id: 6,
  report: 'sales-report',
  format: 'xlsx',
  query: {},
  every: 'month',
  at: '07:00',
  hotel: { id: 1, code: 'JKS', name: 'Laksmira Grand Sudirman Jakarta' },
  readers: [{ id: 2, name: 'Made Wirawan', email: 'made@example.test' }],
  next_at: '2026-04-01 00:00:00',
  stopped_reason: null,
  deliveries: [
    {
      id: 9,
      due_at: '2026-03-01 00:00:00',
      reader: { id: 2, name: 'Made Wirawan' },
      state: 'failed',
      reason: 'You are not allowed to do this.',
    },
  ],
};

async function openDialog(...schedules: ReportSchedule[]): Promise<void> {
  answer('GET /api/report/run/sales-report', () => HttpResponse.json(salesRun(3)));
  answer('GET /api/report_schedule', { data: schedules });
  await openConsole('/report/plus?search=gold');
  await expect.poll(() => gridRows().elements().length).toBe(3);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Send by mail regularly' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Send by mail' })).toBeVisible();
}

test('a report as it is on screen is set up to go out by mail', async () => {
  await openDialog();
  answer('POST /api/report_schedule', () => HttpResponse.json({ data: MONTHLY }, { status: 201 }));
  await page.getByRole('textbox', { name: 'To' }).fill('made@example.test, ayu@example.test');
  await page.getByRole('button', { name: 'Send regularly' }).click();
  expect((await sent('POST /api/report_schedule')).body).toMatchObject({
    report: 'sales-report',
    query: { search: 'gold' },
    every: 'month',
    at: '07:00',
    format: 'xlsx',
    readers: ['made@example.test', 'ayu@example.test'],
  });
  await expect.element(page.getByText('The report goes out by mail from now on.').first()).toBeVisible();
});

test('an address that no user has is told at its field', async () => {
  await openDialog();
  answer('POST /api/report_schedule', () =>
    HttpResponse.json(
      { error: 'validation_failed', message: 'No', errors: { readers: ['reference'] }, request_id: '1' },
      { status: 422 },
    ),
  );
  await page.getByRole('button', { name: 'Send regularly' }).click();
  await expect.element(page.getByText('Choose a record that exists.')).toBeVisible();
  await expectAccessible();
});

test('present schedules stand below with their last results, and can be deleted', async () => {
  await openDialog(MONTHLY);
  await expect.element(page.getByText('Made Wirawan: You are not allowed to do this.')).toBeVisible();
  answer('DELETE /api/report_schedule/6', () => {
    answer('GET /api/report_schedule', { data: [] });
    return HttpResponse.json({ data: MONTHLY });
  });
  await page.getByRole('button', { name: 'Delete the schedule On the first of each month, 07:00' }).click();
  await expect.element(page.getByText('made@example.test')).not.toBeInTheDocument();
});
