import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { HOTELS } from '../../testing/fixtures.ts';
import { type ConsoleOptions, openConsole } from '../../testing/open-console.tsx';
import { mockResponse } from '../../testing/mock-server.ts';
import { mockSalesReport, salesRun } from '../../testing/report-run.ts';
import { findRequests } from '../../testing/requests.ts';

/**
 * Users of some of the hotels can show the totals of records that count elsewhere below a report. They are not part of
 * its sums.
 */

const ONE_HOTEL_USER: ConsoleOptions = { user: { access_level: 'property', hotels: [HOTELS[0]] } };
const elsewhereCheckbox = (name = 'Show records elsewhere') => page.getByRole('checkbox', { name });
const elsewhereRegion = (name = 'Elsewhere') => page.getByRole('region', { name });

beforeEach(() => mockSalesReport(3));

test('a checkbox shows the totals elsewhere separately, and is stored in the address', async () => {
  await openConsole('/report/plus?period=all', ONE_HOTEL_USER);
  await expect.element(elsewhereCheckbox()).not.toBeChecked();
  await expect.element(elsewhereRegion()).not.toBeInTheDocument();
  await elsewhereCheckbox().click();
  await expect.element(elsewhereRegion()).toMatchTextContent('IDR · 3 rows');
  await expect.element(elsewhereRegion()).toMatchTextContent('Rp. 4,500,000');
  await expect.element(elsewhereRegion()).toMatchTextContent('SGD · 1 row');
  expect(new URLSearchParams(location.search).get('elsewhere')).toBe('1');
  // The sums only cover the report's rows.
  await expect
    .element(page.getByRole('row').filter({ hasText: 'Total of all rows' }))
    .toMatchTextContent('Rp. 4,500,000');
  await expectAccessible();
});

test('the totals elsewhere are also shown below groups', async () => {
  await openConsole('/report/plus?period=all&elsewhere=1', ONE_HOTEL_USER);
  await page.getByRole('radio', { name: 'Groups' }).click();
  await expect.element(page.getByRole('button', { name: 'SGS' })).toBeVisible();
  await expect.element(elsewhereRegion()).toMatchTextContent('IDR · 3 rows');
});

test('the checkbox and the totals elsewhere are translated into Indonesian', async () => {
  await openConsole('/report/plus?period=all&elsewhere=1', { ...ONE_HOTEL_USER, language: 'id' });
  await expect.element(elsewhereCheckbox('Tampilkan data di hotel lain')).toBeChecked();
  await expect.element(elsewhereRegion('Di hotel lain')).toMatchTextContent('IDR · 3 baris');
});

test('the checkbox is hidden for readers of every hotel, and if records are visible to one hotel only', async () => {
  await openConsole('/report/plus?period=all&elsewhere=1');
  await expect.element(page.getByRole('radio', { name: 'Groups' })).toBeEnabled();
  await expect.element(elsewhereCheckbox()).not.toBeInTheDocument();
  await expect.element(elsewhereRegion()).not.toBeInTheDocument();
  mockResponse('GET /api/report/run/visit-report', { ...salesRun(0) });
  await openConsole('/report/revenue?period=all', ONE_HOTEL_USER);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Revenue report' })).toBeVisible();
  await expect.element(elsewhereCheckbox()).not.toBeInTheDocument();
  expect((await findRequests('GET /api/report/run/visit-report')).filter(({ query }) => 'elsewhere' in query)).toEqual(
    [],
  );
});
