import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { HOTELS } from '../../testing/fixtures.ts';
import { type Opening, openConsole } from '../../testing/open-console.tsx';
import { mockResponse } from '../../testing/mock-server.ts';
import { mockSalesReport, salesRun } from '../../testing/report-run.ts';
import { requests } from '../../testing/requests.ts';

/**
 * Readers who see some of the hotels can add the totals of records at other hotels below a report, separate from its
 * sums.
 */

const OF_ONE_HOTEL: Opening = { user: { access_level: 'property', hotels: [HOTELS[0]] } };
const choice = (name = 'Show records elsewhere') => page.getByRole('checkbox', { name });
const lines = (name = 'Elsewhere') => page.getByRole('region', { name });

beforeEach(() => mockSalesReport(3));

test('a checkbox shows records elsewhere on separate lines, and is stored in the address', async () => {
  await openConsole('/report/plus?period=all', OF_ONE_HOTEL);
  await expect.element(choice()).not.toBeChecked();
  await expect.element(lines()).not.toBeInTheDocument();
  await choice().click();
  await expect.element(lines()).toMatchTextContent('IDR · 3 rows');
  await expect.element(lines()).toMatchTextContent('Rp. 4,500,000');
  await expect.element(lines()).toMatchTextContent('SGD · 1 row');
  expect(new URLSearchParams(location.search).get('elsewhere')).toBe('1');
  // The sums only cover the report's rows.
  await expect
    .element(page.getByRole('row').filter({ hasText: 'Total of all rows' }))
    .toMatchTextContent('Rp. 4,500,000');
  await expectAccessible();
});

test('the lines of other hotels are also shown with groups', async () => {
  await openConsole('/report/plus?period=all&elsewhere=1', OF_ONE_HOTEL);
  await page.getByRole('radio', { name: 'Groups' }).click();
  await expect.element(page.getByRole('button', { name: 'SGS' })).toBeVisible();
  await expect.element(lines()).toMatchTextContent('IDR · 3 rows');
});

test('the checkbox and the lines are translated into Indonesian', async () => {
  await openConsole('/report/plus?period=all&elsewhere=1', { ...OF_ONE_HOTEL, language: 'id' });
  await expect.element(choice('Tampilkan data di hotel lain')).toBeChecked();
  await expect.element(lines('Di hotel lain')).toMatchTextContent('IDR · 3 baris');
});

test('the checkbox is hidden for readers of every hotel, and if records are visible to one hotel only', async () => {
  await openConsole('/report/plus?period=all&elsewhere=1');
  await expect.element(page.getByRole('radio', { name: 'Groups' })).toBeEnabled();
  await expect.element(choice()).not.toBeInTheDocument();
  await expect.element(lines()).not.toBeInTheDocument();
  mockResponse('GET /api/report/run/visit-report', { ...salesRun(0) });
  await openConsole('/report/revenue?period=all', OF_ONE_HOTEL);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Revenue report' })).toBeVisible();
  await expect.element(choice()).not.toBeInTheDocument();
  expect((await requests('GET /api/report/run/visit-report')).filter(({ query }) => 'elsewhere' in query)).toEqual([]);
});
