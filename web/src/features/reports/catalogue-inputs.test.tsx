import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, neverResponds } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const combobox = (name: RegExp) => page.getByRole('combobox', { name });
const tableSelect = () => combobox(/^(Table|Tabel)/);
const columnSelect = () => combobox(/^(Column|Kolom)/);
const optionTexts = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);

async function selectOption(findSelect: typeof tableSelect, name: string): Promise<void> {
  await findSelect().click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect.element(page.getByRole('option').first()).not.toBeInTheDocument();
}

describe('a column of a report', () => {
  beforeEach(() => {
    setRecords('report', [row('report', 1, { key: 'visit-report', name: 'Visits' })]);
    // The preview beside the form requests this report.
    mockResponse('GET /api/report/run/visit-report', neverResponds);
  });

  it('is selected from the tables that the report may use, and sent by name', async () => {
    await openConsole('/others/report-column/new?report_id=1');
    await expect.element(columnSelect()).toHaveTextContent('Select a table first');
    await expect.element(columnSelect()).toBeDisabled();
    await tableSelect().click();
    await expect.poll(optionTexts).toEqual(['Visit', 'Member', 'Membership', 'Hotel', 'Country', 'Region']);
    await page.getByRole('option', { name: 'Visit' }).click();
    await selectOption(columnSelect, 'Rooms');
    await expectAccessible();
    await page.getByRole('textbox', { name: 'Sort number' }).fill('900');
    await userEvent.keyboard('{Control>}s{/Control}');
    expect((await waitForRequest('POST /api/report_column')).body).toMatchObject({
      report_id: '1',
      table_name: 'visit',
      column_name: 'total_room',
      sort_no: '900',
    });
  });

  it('is cleared when the table changes', async () => {
    await openConsole('/others/report-column/new?report_id=1');
    await selectOption(tableSelect, 'Visit');
    await selectOption(columnSelect, 'Rooms');
    await selectOption(tableSelect, 'Hotel');
    await expect.element(columnSelect()).toHaveTextContent('Choose…');
    await selectOption(columnSelect, 'ZIP code');
    await expect.element(columnSelect()).toHaveTextContent('ZIP code');
  });

  it('is named in the page language, and remains an option after leaving the catalogue', async () => {
    setRecords('report_column', [
      row('report_column', 1, { report_id: 1, table_name: 'visit', column_name: 'forgotten' }),
    ]);
    await openConsole('/others/report-column/1', { language: 'id' });
    await expect.element(tableSelect()).toHaveTextContent('Kunjungan');
    await expect.element(columnSelect()).toHaveTextContent('forgotten');
  });
});
