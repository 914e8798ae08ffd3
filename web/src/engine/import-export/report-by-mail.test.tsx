import type { ReportSchedule } from '@innkeeper/contract/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse } from '../../testing/mock-server.ts';
import { salesRun } from '../../testing/report-run.ts';
import { waitForRequest } from '../../testing/requests.ts';

const MONTHLY_SCHEDULE: ReportSchedule = {
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
      reason: 'You don’t have access to do this.',
    },
  ],
};

async function openDialog(...schedules: ReportSchedule[]): Promise<void> {
  mockResponse('GET /api/report/run/sales-report', () => HttpResponse.json(salesRun(3)));
  mockResponse('GET /api/report_schedule', { data: schedules });
  await openConsole('/report/plus?search=gold');
  await expect.poll(() => gridRows().elements().length).toBe(3);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Schedule email…' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Send by email' })).toBeVisible();
}

test('the current report is scheduled for delivery by mail', async () => {
  await openDialog();
  mockResponse('POST /api/report_schedule', () => HttpResponse.json({ data: MONTHLY_SCHEDULE }, { status: 201 }));
  await page.getByRole('textbox', { name: 'Recipients' }).fill('made@example.test, ayu@example.test');
  await page.getByRole('button', { name: 'Schedule' }).click();
  expect((await waitForRequest('POST /api/report_schedule')).body).toMatchObject({
    report: 'sales-report',
    query: { search: 'gold' },
    every: 'month',
    at: '07:00',
    format: 'xlsx',
    readers: ['made@example.test', 'ayu@example.test'],
  });
  await expect.element(page.getByText('Report scheduled.').first()).toBeVisible();
});

test('the dialog has the focus on its first field once the menu has closed', async () => {
  await openDialog();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog').getByRole('combobox').first()).toHaveFocus();
});

test('an address of no user shows an error at the field', async () => {
  await openDialog();
  mockResponse('POST /api/report_schedule', () =>
    HttpResponse.json(
      { error: 'validation_failed', message: 'No', errors: { readers: ['reference'] }, request_id: '1' },
      { status: 422 },
    ),
  );
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect.element(page.getByText('Select an existing record.')).toBeVisible();
  await expectAccessible();
});

test('existing schedules are listed with their last results, and can be deleted', async () => {
  await openDialog(MONTHLY_SCHEDULE);
  await expect.element(page.getByText('Made Wirawan: You don’t have access to do this.')).toBeVisible();
  mockResponse('DELETE /api/report_schedule/6', () => {
    mockResponse('GET /api/report_schedule', { data: [] });
    return HttpResponse.json({ data: MONTHLY_SCHEDULE });
  });
  await page.getByRole('button', { name: 'Delete schedule On the first of each month, 07:00' }).click();
  await expect.element(page.getByText('made@example.test')).not.toBeInTheDocument();
});
