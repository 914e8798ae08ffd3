import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, neverResponds } from '../../testing/mock-server.ts';
import { sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const box = (name: RegExp) => page.getByRole('combobox', { name });
const table = () => box(/^(Table|Tabel)/);
const column = () => box(/^(Column|Kolom)/);
const offered = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);

async function choose(what: typeof table, name: string): Promise<void> {
  await what().click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect.element(page.getByRole('option').first()).not.toBeInTheDocument();
}

describe('a column of a report', () => {
  beforeEach(() => {
    setRecords('report', [row('report', 1, { key: 'visit-report', name: 'Visits' })]);
    // The preview beside the form.
    mockResponse('GET /api/report/run/visit-report', neverResponds);
  });

  it('is selected from the tables that the report may use, and sent by name', async () => {
    await openConsole('/others/report-column/new?report_id=1');
    await expect.element(column()).toHaveTextContent('Select a table first');
    await expect.element(column()).toBeDisabled();
    await table().click();
    await expect.poll(offered).toEqual(['Visit', 'Member', 'Membership', 'Hotel', 'Country', 'Region']);
    await page.getByRole('option', { name: 'Visit' }).click();
    await choose(column, 'Rooms');
    await expectAccessible();
    await page.getByRole('textbox', { name: 'Sort number' }).fill('900');
    await userEvent.keyboard('{Control>}s{/Control}');
    expect((await sent('POST /api/report_column')).body).toMatchObject({
      report_id: '1',
      table_name: 'visit',
      column_name: 'total_room',
      sort_no: '900',
    });
  });

  it('is cleared when the table changes', async () => {
    await openConsole('/others/report-column/new?report_id=1');
    await choose(table, 'Visit');
    await choose(column, 'Rooms');
    await choose(table, 'Hotel');
    await expect.element(column()).toHaveTextContent('Choose…');
    await choose(column, 'ZIP code');
    await expect.element(column()).toHaveTextContent('ZIP code');
  });

  it('is named in the page language, and remains an option after leaving the catalogue', async () => {
    setRecords('report_column', [
      row('report_column', 1, { report_id: 1, table_name: 'visit', column_name: 'forgotten' }),
    ]);
    await openConsole('/others/report-column/1', { language: 'id' });
    await expect.element(table()).toHaveTextContent('Kunjungan');
    await expect.element(column()).toHaveTextContent('forgotten');
  });
});
