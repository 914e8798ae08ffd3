import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { testInEveryVariant } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { salesRun } from '../../testing/report-run.ts';
import { expectQuery } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { stories } from './report-preview.stories.ts';

// The page loads the preview lazily. It is preloaded here, so that the first variant does not wait for its modules.
await import('./report-preview.tsx');

testInEveryVariant(stories);

const REPORT = { id: 1, name: 'Sales report', code: 'sales-report' };
const RUN_CALL = 'GET /api/report/run/sales-report';
const previewRegion = () => page.getByRole('region', { name: 'Preview of Sales report' });
const headingTexts = () =>
  previewRegion()
    .getByRole('columnheader')
    .elements()
    .map((heading) => heading.textContent);

describe('the preview of a report', () => {
  beforeEach(() => {
    setRecords('report', [row('report', 1, { key: 'sales-report', name: 'Sales report' })]);
    setRecords('report_column', [
      row('report_column', 1, {
        report_id: 1,
        report: REPORT,
        table_name: 'hotel',
        column_name: 'code',
        align: 'left',
      }),
    ]);
    mockResponse(RUN_CALL, () => HttpResponse.json(salesRun(5)));
  });

  it('is shown beside the form of a column, with the first rows of the default period', async () => {
    await openConsole('/others/report-column/1');
    await expect.element(previewRegion().getByRole('cell', { name: 'T00001005' })).toBeVisible();
    await expectQuery(RUN_CALL).toMatchObject({
      per_page: '5',
      'filter[transaction.transaction_date][preset]': 'this_month',
    });
    expect(headingTexts()).toHaveLength(7);
  });

  it('updates the heading while it is typed', async () => {
    await openConsole('/others/report-column/1');
    await page.getByRole('textbox', { name: 'Label' }).fill('Where it was sold');
    await expect.poll(headingTexts).toContain('Where it was sold');
    expect(headingTexts()).toHaveLength(7);
  });

  it('marks a column that readers do not have yet, after the others', async () => {
    await openConsole('/others/report-column/new?report_id=1');
    await page.getByRole('combobox', { name: /^Table/ }).click();
    await page.getByRole('option', { name: 'Transaction', exact: true }).click();
    await page.getByRole('combobox', { name: /^Column/ }).click();
    await page.getByRole('option', { name: 'Discount', exact: true }).click();
    await expect.poll(headingTexts).toHaveLength(8);
    expect(headingTexts().at(-1)).toBe('Discount');
    await expect.element(previewRegion().getByRole('columnheader', { name: 'Discount' })).toBeInViewport();
    await expect.element(previewRegion().getByText('Save and tick the marked column')).toBeVisible();
  });

  it('is shown beside the form of the report itself', async () => {
    await openConsole('/others/report/1');
    await expect.element(previewRegion().getByRole('cell', { name: 'T00001005' })).toBeVisible();
  });

  it('shows why it could not be loaded, and loads on retry', async () => {
    mockResponse(RUN_CALL, () => rejection(500, 'internal_error'));
    await openConsole('/others/report/1');
    await expect.element(previewRegion().getByRole('alert')).toBeVisible();
    mockResponse(RUN_CALL, () => HttpResponse.json(salesRun(5)));
    await previewRegion().getByRole('button', { name: 'Try again' }).click();
    await expect.element(previewRegion().getByRole('cell', { name: 'T00001005' })).toBeVisible();
  });

  it('is hidden for a user without permission for the report', async () => {
    await openConsole('/others/report/1', { user: { roles: ['VIEW_REPORT', 'UPDATE_REPORT'] } });
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
    await expect.element(previewRegion()).not.toBeInTheDocument();
  });
});
