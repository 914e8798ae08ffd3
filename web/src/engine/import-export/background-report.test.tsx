import type { ReportFile } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse } from '../../testing/mock-server.ts';
import { salesRun } from '../../testing/report-run.ts';
import { waitForRequest } from '../../testing/requests.ts';

const QUEUED_FILE: ReportFile = {
  id: 4,
  report: 'sales-report',
  format: 'csv',
  state: 'queued',
  file_name: 'sales-report-2026-03-02.csv',
  requested_at: '2026-03-02 02:00:00',
  ended_at: null,
  rows_total: null,
  rows_done: 0,
  bytes: null,
  reason: null,
  address: null,
};
const RUNNING_FILE: ReportFile = { ...QUEUED_FILE, state: 'running', rows_total: 84_000, rows_done: 21_000 };
const DONE_FILE: ReportFile = {
  ...RUNNING_FILE,
  state: 'done',
  rows_done: 84_000,
  bytes: 9_400_000,
  ended_at: '2026-03-02 02:00:09',
  address: '/storage/report/0123456789abcdef0123456789abcdef.csv?expires=1&signature=a',
};
const FAILED_FILE: ReportFile = {
  ...QUEUED_FILE,
  id: 3,
  state: 'failed',
  ended_at: '2026-03-01 02:00:00',
  reason: 'You don’t have access to do this.',
};

const quickPanel = () => page.getByRole('dialog', { name: 'Quick panel' });
const reportFiles = () => quickPanel().getByRole('list', { name: 'Report files' });
const mockFiles = (...data: ReportFile[]) => mockResponse('GET /api/report_file', { data });

async function openSalesReport(): Promise<void> {
  mockResponse('GET /api/report/run/sales-report', () => HttpResponse.json(salesRun(3)));
  await openConsole('/report/plus');
  await expect.poll(() => gridRows().elements().length).toBe(3);
}

describe('background report', () => {
  test('is requested with the current settings', async () => {
    await openSalesReport();
    mockResponse('POST /api/report_file', () => HttpResponse.json({ data: QUEUED_FILE }, { status: 201 }));
    mockFiles(RUNNING_FILE);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('group', { name: 'Prepare in background' }).getByRole('menuitem', { name: 'CSV' }).click();
    const { body } = await waitForRequest('POST /api/report_file');
    expect(body).toMatchObject({ report: 'sales-report', format: 'csv', query: { columns: expect.any(String) } });
    await expect.element(page.getByText('Preparing sales-report-2026-03-02.csv.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Quick panel' })).toHaveAttribute('aria-busy', 'true');
  });

  test('shows its progress and announces completion', async () => {
    await openSalesReport();
    mockFiles(RUNNING_FILE);
    await page.getByRole('button', { name: 'Quick panel' }).click();
    await expect.element(reportFiles().getByText('21,000 of 84,000 rows')).toBeVisible();
    mockFiles(DONE_FILE);
    await expect
      .element(page.getByText('sales-report-2026-03-02.csv is ready (9.4 MB).', { exact: true }))
      .toBeVisible();
    await expect.element(reportFiles().getByText('84,000 rows, 9.4 MB')).toBeVisible();
    await expect
      .element(reportFiles().getByRole('button', { name: 'Download sales-report-2026-03-02.csv' }))
      .toBeVisible();
  });

  test('can be stopped in the quick panel', async () => {
    await openSalesReport();
    mockFiles(RUNNING_FILE);
    mockResponse('DELETE /api/report_file/4', () => {
      mockFiles();
      return HttpResponse.json({ data: RUNNING_FILE });
    });
    await page.getByRole('button', { name: 'Quick panel' }).click();
    await reportFiles().getByRole('button', { name: 'Cancel sales-report-2026-03-02.csv' }).click();
    await expect.element(reportFiles()).not.toBeInTheDocument();
  });

  test('shows the reason of a failure, accessibly', async () => {
    await openSalesReport();
    mockFiles(DONE_FILE, FAILED_FILE);
    await page.getByRole('button', { name: 'Quick panel' }).click();
    await expect.element(reportFiles().getByText('You don’t have access to do this.')).toBeVisible();
    await expectAccessible();
  });

  test('replaces an export with too many rows for a direct download', async () => {
    await openSalesReport();
    mockResponse('GET /api/report/run/sales-report/export', () =>
      HttpResponse.json({ error: 'too_large', message: 'Too many rows', request_id: '1' }, { status: 413 }),
    );
    mockResponse('POST /api/report_file', () => HttpResponse.json({ data: QUEUED_FILE }, { status: 201 }));
    mockFiles(DONE_FILE);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('group', { name: 'Export this report as' }).getByRole('menuitem', { name: 'PDF' }).click();
    expect((await waitForRequest('POST /api/report_file')).body).toMatchObject({
      report: 'sales-report',
      format: 'pdf',
    });
    await expect.element(page.getByText('Preparing sales-report-2026-03-02.csv.')).toBeVisible();
  });
});
