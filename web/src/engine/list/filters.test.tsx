import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { HOTELS } from '../../testing/fixtures.ts';
import { expectFilters, expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { expectQuery, findRequests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const filterButton = (name: string | RegExp) => page.getByRole('button', { name });
const filterPopup = (heading: string) => page.getByRole('dialog', { name: `Filter ${heading}` });
const activeFilters = () => page.getByRole('list', { name: 'Active filters' });
/** A cached response is not fetched again, so the address shows which filter the list has. */
async function expectNoFilter(): Promise<void> {
  await expect.element(activeFilters()).not.toBeInTheDocument();
  expect(location.search).not.toMatch(/filter|hotel_id/);
}
const modeButton = (heading: string, name: string) => filterPopup(heading).getByRole('button', { name, exact: true });

describe('text filter', () => {
  test('"starts with" applies immediately, appears as a sentence and in the address, and keeps the search', async () => {
    await openConsole('/company/member?search=Van');
    await expectRows(3);
    await filterButton('Filter First name: contains').click();
    await modeButton('First name', 'starts with').click();
    setRecords('member', [row('member', 7)]);
    await filterPopup('First name').getByRole('textbox', { name: 'Value' }).fill('Van');
    await expectFilters('member', { 'filter[first_name][start]': 'Van' });
    await expectQuery('GET /api/member').toMatchObject({ search: 'Van' });
    await expectRows(1);
    await expect.element(gridRows()).toMatchTextContent('First name 7');
    await expect.element(activeFilters()).toMatchTextContent('First name starts with Van');
    expect(new URLSearchParams(location.search).get('filter[first_name][start]')).toBe('Van');
    await expectAccessible();
  });

  for (const [name, parameter, value, sentence] of [
    ['contains', 'contains', 'Van', 'First name contains Van'],
    ['ends with', 'end', 'Van', 'First name ends with Van'],
    ['is', 'matches', 'Van', 'First name is Van'],
    ['matches case', 'exact', 'Van', 'First name matches case Van'],
    ['is empty', 'null', '1', 'First name is empty'],
    ['is not empty', 'null', '0', 'First name is not empty'],
  ] as const)
    test(`"${name}" reuses the value entered for another mode`, async () => {
      await openConsole('/company/member?filter[first_name][start]=Van');
      await activeFilters().getByText('First name starts with Van').click();
      await expect.element(modeButton('First name', 'starts with')).toHaveAttribute('aria-pressed', 'true');
      await modeButton('First name', name).click();
      await expectFilters('member', { [`filter[first_name][${parameter}]`]: value });
      await expect.element(activeFilters()).toMatchTextContent(sentence);
    });

  test('applies on Enter below the heading and is removed by Escape', async () => {
    await openConsole('/company/member');
    const filterInput = page.getByRole('textbox', { name: 'Filter First name: contains' });
    await filterInput.fill('Wu');
    await userEvent.keyboard('{Enter}');
    await expectFilters('member', { 'filter[first_name][contains]': 'Wu' });
    // The mode is shown as a word before the value, as in the empty filter.
    expect(filterInput.element().closest('.list-filter-control')?.textContent).toBe('contains');
    await expect.element(activeFilters()).toMatchTextContent('First name contains Wu');
    await userEvent.keyboard('{Escape}');
    await expectNoFilter();
  });

  test('works by keyboard: Alt and arrow down open the editor, Escape closes it', async () => {
    await openConsole('/company/member');
    await page.getByRole('textbox', { name: 'Filter First name: contains' }).click();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(filterPopup('First name').getByRole('textbox', { name: 'Value' })).toHaveFocus();
    await userEvent.keyboard('Su');
    await expectFilters('member', { 'filter[first_name][contains]': 'Su' });
    await userEvent.keyboard('{Escape}');
    await expect.element(filterPopup('First name')).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Filter First name: contains' })).toHaveFocus();
  });
});

describe('number filter', () => {
  for (const [name, parameter, sentence] of [
    ['at least', 'gte', 'Price is at least 1,500,000'],
    ['less than', 'lt', 'Price is less than 1,500,000'],
    ['more than', 'gt', 'Price is more than 1,500,000'],
    ['at most', 'lte', 'Price is at most 1,500,000'],
  ] as const)
    test(`sends "${name}" to the server`, async () => {
      await openConsole('/system/membership');
      await filterButton(/^Filter Price: /).click();
      await modeButton('Price', name).click();
      await filterPopup('Price').getByRole('textbox', { name: 'Value' }).fill('1500000');
      await expectFilters('membership', { [`filter[price][${parameter}]`]: '1500000' });
      await expect.element(activeFilters()).toMatchTextContent(sentence);
    });

  test('marks text that is not a number as invalid and does not send it', async () => {
    await openConsole('/system/membership');
    await filterButton(/^Filter Price: /).click();
    const value = filterPopup('Price').getByRole('textbox', { name: 'Value' });
    await value.fill('dear');
    await userEvent.keyboard('{Enter}');
    await expect.element(value).toHaveAttribute('aria-invalid', 'true');
    await value.fill('12');
    await expectFilters('membership', { 'filter[price][eq]': '12' });
    await expect.element(value).not.toHaveAttribute('aria-invalid');
    const queryValues = (await findRequests('GET /api/membership')).flatMap(({ query }) => Object.values(query));
    expect(queryValues.filter((text) => text.includes('dear'))).toEqual([]);
  });

  test('offers both readings of an ambiguous number on Enter and sends the chosen one', async () => {
    await openConsole('/finance/visit?columns=visit_no,grand_total');
    const filterInput = page.getByRole('textbox', { name: /^Filter Grand total: / });
    await filterInput.fill('1.250');
    await userEvent.keyboard('{Enter}');
    await expect.element(filterInput).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText(/^Ambiguous number: 1 point 25/)).toBeVisible();
    await expectAccessible();
    const selectedReading = page.getByRole('button', { name: '1,250 1 thousand 250' });
    await expect.element(page.getByRole('button', { name: '1.25 1 point 25' })).toHaveFocus();
    await userEvent.tab();
    await expect.element(selectedReading).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expectFilters('visit', { 'filter[grand_total][eq]': '1250' });
    await expect.element(filterInput).toHaveValue('1,250');
    await expect.element(filterInput).toHaveFocus();
    await filterInput.fill('1.250.000');
    await userEvent.keyboard('{Enter}');
    await expectFilters('visit', { 'filter[grand_total][eq]': '1250000' });
    const queryValues = (await findRequests('GET /api/visit')).flatMap(({ query }) => Object.values(query));
    expect(queryValues.filter((text) => text.includes('?') || text === '1.25')).toEqual([]);
  });
});

test('a flag is filtered by yes, no or empty below its heading', async () => {
  await openConsole('/company/member');
  const flagButton = page.getByRole('button', { name: 'Filter Active' });
  const chooseOption = async (name: string) => {
    await flagButton.click();
    await page.getByRole('menuitemradio', { name, exact: true }).click();
  };
  await chooseOption('No');
  await expectFilters('member', { 'filter[is_active][eq]': '0' });
  await expect.element(activeFilters()).toMatchTextContent('Active is no');
  await expect.element(flagButton).toHaveAccessibleName('Filter Active: No');
  await chooseOption('is empty');
  await expectFilters('member', { 'filter[is_active][null]': '1' });
  await chooseOption('All');
  await expectNoFilter();
});

describe('date filter', () => {
  const columnNames = 'first_name,email,hotel.code,updated_at';

  test('filters by period or empty, and is removed with its sentence', async () => {
    await openConsole(`/company/member?columns=${columnNames}`);
    await filterButton('Filter Updated at: All').click();
    await modeButton('Updated at', 'period').click();
    await modeButton('Updated at', 'today').click();
    await expectFilters('member', { 'filter[updated_at][preset]': 'today' });
    await expect.element(activeFilters()).toMatchTextContent('Updated at today');
    await filterPopup('Updated at').getByRole('button', { name: 'in the last 3 days' }).click();
    await expectFilters('member', { 'filter[updated_at][preset]': '3_days_ago' });
    await expectAccessible();
    setRecords('member', []);
    await modeButton('Updated at', 'is empty').click();
    await expectFilters('member', { 'filter[updated_at][null]': '1' });
    await expectRows(0);
    await page.getByRole('button', { name: 'Remove filter: Updated at is empty' }).click();
    await expectNoFilter();
    await expectRows(3);
  });

  test('filters between two dates entered by the user', async () => {
    await openConsole(`/company/member?columns=${columnNames}`);
    await filterButton('Filter Updated at: All').click();
    await modeButton('Updated at', 'between').click();
    await filterPopup('Updated at').getByRole('textbox', { name: 'From' }).fill('01 Feb 2026');
    await userEvent.keyboard('{Enter}');
    await expectFilters('member', { 'filter[updated_at][date_between]': '2026-02-01,' });
    await filterPopup('Updated at').getByRole('textbox', { name: 'To' }).fill('14 Feb 2026');
    await userEvent.keyboard('{Enter}');
    await expectFilters('member', { 'filter[updated_at][date_between]': '2026-02-01,2026-02-14' });
    await expect.element(activeFilters()).toMatchTextContent('Updated at from 01 Feb 2026 to 14 Feb 2026');
  });
});

test('filter records are searched on the server, can be selected together and show their names', async () => {
  await openConsole('/company/member');
  await filterButton(/^Filter Hotel.*: All/).click();
  const hotelPopup = page.getByRole('dialog', { name: /^Filter Hotel/ });
  await hotelPopup.getByRole('searchbox', { name: 'Search' }).fill('Sanggar');
  await expectQuery('GET /api/hotel/choices').toMatchObject({ search: 'Sanggar' });
  await expect.element(hotelPopup.getByRole('checkbox', { name: HOTELS[0].name })).not.toBeInTheDocument();
  await hotelPopup.getByRole('checkbox', { name: HOTELS[2].name }).click();
  await expectFilters('member', { 'filter[hotel_id][includes]': '3' });
  expect(new URLSearchParams(location.search).get('hotel_id')).toBe('3');
  await hotelPopup.getByRole('searchbox', { name: 'Search' }).fill('');
  await hotelPopup.getByRole('checkbox', { name: HOTELS[0].name }).click();
  await expectFilters('member', { 'filter[hotel_id][includes]': '3,1' });
  await expect.element(activeFilters()).toMatchTextContent(`is ${HOTELS[2].name} or ${HOTELS[0].name}`);
  await expectAccessible();
});

test('one click clears several filters', async () => {
  await openConsole('/company/member?filter[first_name][start]=Van&filter[is_active][eq]=1');
  await expectFilters('member', { 'filter[first_name][start]': 'Van', 'filter[is_active][eq]': '1' });
  await activeFilters().getByRole('button', { name: 'Clear all' }).click();
  await expectNoFilter();
});

const PHONE_CASES = [
  {
    variant: { language: 'en', theme: 'light' },
    title: 'Sort and filter',
    column: 'First name',
    startsWith: 'starts with',
    value: 'Value',
    show: 'Show 1',
    sentence: 'First name starts with Van',
  },
  {
    variant: { language: 'id', theme: 'dark' },
    title: 'Urutkan dan filter',
    column: 'Nama depan',
    startsWith: 'diawali',
    value: 'Nilai',
    show: 'Tampilkan 1',
    sentence: 'Nama depan diawali Van',
  },
] as const;

for (const { variant, title, column, startsWith, value, show, sentence } of PHONE_CASES)
  test(`a phone shows all filters in one drawer with a count (${variant.language}, ${variant.theme})`, async () => {
    await page.viewport(390, 844);
    await openConsole('/company/member', variant);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: title });
    await expect.element(drawer).toBeVisible();
    await expectAccessible();
    await drawer.getByRole('button', { name: column, exact: true }).click();
    await drawer.getByRole('button', { name: startsWith }).click();
    setRecords('member', [row('member', 7)]);
    await drawer.getByRole('textbox', { name: value }).fill('Van');
    await expectFilters('member', { 'filter[first_name][start]': 'Van' });
    await expectAccessible();
    await drawer.getByRole('button', { name: show }).click();
    await expect.element(drawer).not.toBeInTheDocument();
    await expect.element(page.getByText(sentence)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

test.each([
  ['Valid until', 'Next … days'],
  ['Member since', 'Now'],
])('past or future periods are listed first, depending on the column: %s', async (heading, firstGroup) => {
  await openConsole('/company/member');
  await filterButton(`Filter ${heading}: All`).click();
  await modeButton(heading, 'period').click();
  await expect.element(filterPopup(heading).getByRole('group').nth(1)).toHaveAttribute('aria-label', firstGroup);
});

describe('other filter modes', () => {
  test('filters a moment by date and time, or by time of day', async () => {
    await openConsole('/finance/visit');
    await filterButton('Filter Visit date: All').click();
    await modeButton('Visit date', 'time of day').click();
    await filterPopup('Visit date').getByLabelText('From', { exact: true }).fill('6:00 pm');
    await userEvent.tab();
    await expect.element(filterPopup('Visit date').getByLabelText('From', { exact: true })).toHaveValue('18:00');
    await expectFilters('visit', { 'filter[visit_date][date_between]': '18:00,' });
    await filterPopup('Visit date').getByLabelText('To', { exact: true }).fill('2300');
    await userEvent.tab();
    await expectFilters('visit', { 'filter[visit_date][date_between]': '18:00,23:00' });
    await expect.element(activeFilters()).toMatchTextContent('Visit date between 18:00 and 23:00');
    await openConsole(`/finance/visit?${encodeURIComponent('filter[visit_date][date_between]')}=2026-03-01 10:30:00,`);
    await activeFilters().getByText('Visit date from 01 Mar 2026 - 10:30 on').click();
    await expect.element(modeButton('Visit date', 'date and time')).toHaveAttribute('aria-pressed', 'true');
  });

  test('offers four modes for a record, and a text filter only where a view has one', async () => {
    await openConsole('/company/member');
    await filterButton('Filter Hotel: All').first().click();
    const modes = filterPopup('Hotel').getByRole('group', { name: 'Filter mode' }).getByRole('button');
    const readModes = () => modes.elements().map(({ textContent }) => textContent);
    await expect.poll(readModes).toEqual(['is one of', 'is none of', 'is empty', 'is not empty']);
    await openConsole(`/company/member?${encodeURIComponent('filter[hotel.code][contains]')}=JK`);
    await activeFilters().getByText('Hotel contains JK').click();
    await expect.element(modeButton('Hotel', 'contains')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(readModes).toEqual(['is one of', 'is none of', 'contains', 'is empty', 'is not empty']);
    await modeButton('Hotel', 'is none of').click();
    await filterPopup('Hotel').getByRole('checkbox', { name: HOTELS[0].name }).click();
    await expectFilters('member', { 'filter[hotel_id][excepts]': String(HOTELS[0].id) });
  });

  test('replaces the value in single-value mode', async () => {
    await openConsole('/company/member-voucher');
    await filterButton('Filter Status: All').click();
    await modeButton('Status', 'is only').click();
    for (const [label, value] of [
      ['Available', 'available'],
      ['Redeemed', 'redeemed'],
    ] as const) {
      await filterPopup('Status').getByRole('button', { name: label }).click();
      await expectFilters('member_voucher', { 'filter[state][includes]': value });
    }
  });

  test("switches a flag's choices between exclude and include", async () => {
    await openConsole(`/company/member?${encodeURIComponent('filter[is_active][excepts]')}=0`);
    await activeFilters().getByText('Active is not no').click();
    await expect.element(modeButton('Active', 'is none of')).toHaveAttribute('aria-pressed', 'true');
    await modeButton('Active', 'is one of').click();
    await expectFilters('member', { 'filter[is_active][includes]': '0' });
  });
});
