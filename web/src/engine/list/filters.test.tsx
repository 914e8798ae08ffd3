import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { HOTELS } from '../../testing/house.ts';
import { expectFilters, expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { keepRecords } from '../../testing/played-server.ts';
import { expectAsked, requests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const head = (name: string | RegExp) => page.getByRole('button', { name });
const popup = (heading: string) => page.getByRole('dialog', { name: `Filter ${heading}` });
const chips = () => page.getByRole('list', { name: 'Filters in force' });
/** An answer that is cached is not fetched again, so the address shows which filter the list has. */
async function expectNoFilter(): Promise<void> {
  await expect.element(chips()).not.toBeInTheDocument();
  expect(location.search).not.toMatch(/filter|hotel_id/);
}
const way = (heading: string, name: string) => popup(heading).getByRole('button', { name, exact: true });

describe('a text is filtered', () => {
  test('by how it begins: asked at once, said in a sentence, kept in the address, beside the search', async () => {
    await openConsole('/company/member?search=Van');
    await expectRows(3);
    await head('Filter First name: contains').click();
    await way('First name', 'starts with').click();
    keepRecords('member', [row('member', 7)]);
    await popup('First name').getByRole('textbox', { name: 'Value' }).fill('Van');
    await expectFilters('member', { 'filter[first_name][start]': 'Van' });
    await expectAsked('GET /api/member').toMatchObject({ search: 'Van' });
    await expectRows(1);
    await expect.element(gridRows()).toMatchTextContent('First name 7');
    await expect.element(chips()).toMatchTextContent('First name starts with Van');
    expect(new URLSearchParams(location.search).get('filter[first_name][start]')).toBe('Van');
    await expectAccessible();
  });

  for (const [name, parameter, value, sentence] of [
    ['contains', 'contains', 'Van', 'First name contains Van'],
    ['ends with', 'end', 'Van', 'First name ends with Van'],
    ['is', 'matches', 'Van', 'First name is Van'],
    ['is exactly (Aa)', 'exact', 'Van', 'First name is exactly Van'],
    ['is empty', 'null', '1', 'First name is empty'],
    ['is not empty', 'null', '0', 'First name is not empty'],
  ] as const)
    test(`by "${name}", which takes over what was typed for another way`, async () => {
      await openConsole('/company/member?filter[first_name][start]=Van');
      await chips().getByText('First name starts with Van').click();
      await expect.element(way('First name', 'starts with')).toHaveAttribute('aria-pressed', 'true');
      await way('First name', name).click();
      await expectFilters('member', { [`filter[first_name][${parameter}]`]: value });
      await expect.element(chips()).toMatchTextContent(sentence);
    });

  test('under its head, where Enter asks at once and Escape takes the filter away', async () => {
    await openConsole('/company/member');
    const cell = page.getByRole('textbox', { name: 'Filter First name: contains' });
    await cell.fill('Wu');
    await userEvent.keyboard('{Enter}');
    await expectFilters('member', { 'filter[first_name][contains]': 'Wu' });
    // How it is filtered stands before it in a word, as it stood in its place.
    expect(cell.element().closest('.list-filter-control')?.textContent).toBe('contains');
    await expect.element(chips()).toMatchTextContent('First name contains Wu');
    await userEvent.keyboard('{Escape}');
    await expectNoFilter();
  });

  test('by keys alone: Alt and arrow down open the editor, Escape leads back', async () => {
    await openConsole('/company/member');
    await page.getByRole('textbox', { name: 'Filter First name: contains' }).click();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(popup('First name').getByRole('textbox', { name: 'Value' })).toHaveFocus();
    await userEvent.keyboard('Su');
    await expectFilters('member', { 'filter[first_name][contains]': 'Su' });
    await userEvent.keyboard('{Escape}');
    await expect.element(popup('First name')).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Filter First name: contains' })).toHaveFocus();
  });
});

describe('a number is filtered', () => {
  for (const [name, parameter, sentence] of [
    ['at least', 'gte', 'Price is at least 1,500,000'],
    ['less than', 'lt', 'Price is less than 1,500,000'],
    ['more than', 'gt', 'Price is more than 1,500,000'],
    ['at most', 'lte', 'Price is at most 1,500,000'],
  ] as const)
    test(`by "${name}"`, async () => {
      await openConsole('/system/membership');
      await head(/^Filter Price: /).click();
      await way('Price', name).click();
      await popup('Price').getByRole('textbox', { name: 'Value' }).fill('1500000');
      await expectFilters('membership', { [`filter[price][${parameter}]`]: '1500000' });
      await expect.element(chips()).toMatchTextContent(sentence);
    });

  test('by nothing that is no number: it is marked as wrong, and not asked', async () => {
    await openConsole('/system/membership');
    await head(/^Filter Price: /).click();
    const value = popup('Price').getByRole('textbox', { name: 'Value' });
    await value.fill('dear');
    await userEvent.keyboard('{Enter}');
    await expect.element(value).toHaveAttribute('aria-invalid', 'true');
    await value.fill('12');
    await expectFilters('membership', { 'filter[price][eq]': '12' });
    await expect.element(value).not.toHaveAttribute('aria-invalid');
    const asked = (await requests('GET /api/membership')).flatMap(({ query }) => Object.values(query));
    expect(asked.filter((text) => text.includes('dear'))).toEqual([]);
  });

  test('under its head by what reads in two ways: Enter leads to both, and one of them is asked', async () => {
    await openConsole('/finance/visit?columns=visit_no,grand_total');
    const cell = page.getByRole('textbox', { name: /^Filter Grand total: / });
    await cell.fill('1.250');
    await userEvent.keyboard('{Enter}');
    await expect.element(cell).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText(/^This can be read in two ways: 1 point 25/)).toBeVisible();
    await expectAccessible();
    const chosen = page.getByRole('button', { name: '1,250 1 thousand 250' });
    await expect.element(page.getByRole('button', { name: '1.25 1 point 25' })).toHaveFocus();
    await userEvent.tab();
    await expect.element(chosen).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expectFilters('visit', { 'filter[grand_total][eq]': '1250' });
    await expect.element(cell).toHaveValue('1,250');
    await expect.element(cell).toHaveFocus();
    await cell.fill('1.250.000');
    await userEvent.keyboard('{Enter}');
    await expectFilters('visit', { 'filter[grand_total][eq]': '1250000' });
    const asked = (await requests('GET /api/visit')).flatMap(({ query }) => Object.values(query));
    expect(asked.filter((text) => text.includes('?') || text === '1.25')).toEqual([]);
  });
});

test('yes and no are chosen under the head, and so is that nothing is said', async () => {
  await openConsole('/company/member');
  const flag = page.getByRole('button', { name: 'Filter Active' });
  const choose = async (name: string) => {
    await flag.click();
    await page.getByRole('menuitemradio', { name, exact: true }).click();
  };
  await choose('No');
  await expectFilters('member', { 'filter[is_active][eq]': '0' });
  await expect.element(chips()).toMatchTextContent('Active is no');
  await expect.element(flag).toHaveAccessibleName('Filter Active: No');
  await choose('is empty');
  await expectFilters('member', { 'filter[is_active][null]': '1' });
  await choose('any');
  await expectNoFilter();
});

describe('a day is filtered', () => {
  const columns = 'first_name,email,hotel.code,updated_at';

  test('by a period, by being empty, and no longer once its sentence is taken away', async () => {
    await openConsole(`/company/member?columns=${columns}`);
    await head('Filter Updated at: any').click();
    await way('Updated at', 'period').click();
    await way('Updated at', 'today').click();
    await expectFilters('member', { 'filter[updated_at][preset]': 'today' });
    await expect.element(chips()).toMatchTextContent('Updated at today');
    await popup('Updated at').getByRole('button', { name: 'since 3 days ago' }).click();
    await expectFilters('member', { 'filter[updated_at][preset]': '3_days_ago' });
    await expectAccessible();
    keepRecords('member', []);
    await way('Updated at', 'is empty').click();
    await expectFilters('member', { 'filter[updated_at][null]': '1' });
    await expectRows(0);
    await page.getByRole('button', { name: 'Remove filter: Updated at is empty' }).click();
    await expectNoFilter();
    await expectRows(3);
  });

  test('from one to another, both as they are typed', async () => {
    await openConsole(`/company/member?columns=${columns}`);
    await head('Filter Updated at: any').click();
    await way('Updated at', 'between').click();
    await popup('Updated at').getByRole('textbox', { name: 'From' }).fill('01 Feb 2026');
    await userEvent.keyboard('{Enter}');
    await expectFilters('member', { 'filter[updated_at][date_between]': '2026-02-01,' });
    await popup('Updated at').getByRole('textbox', { name: 'To' }).fill('14 Feb 2026');
    await userEvent.keyboard('{Enter}');
    await expectFilters('member', { 'filter[updated_at][date_between]': '2026-02-01,2026-02-14' });
    await expect.element(chips()).toMatchTextContent('Updated at from 01 Feb 2026 to 14 Feb 2026');
  });
});

test('records to filter by are searched on the server, chosen several at a time, and named', async () => {
  await openConsole('/company/member');
  await head(/^Filter Hotel.*: any/).click();
  const hotels = page.getByRole('dialog', { name: /^Filter Hotel/ });
  await hotels.getByRole('searchbox', { name: 'Search' }).fill('Sanggar');
  await expectAsked('GET /api/hotel/choices').toMatchObject({ search: 'Sanggar' });
  await expect.element(hotels.getByRole('checkbox', { name: HOTELS[0].name })).not.toBeInTheDocument();
  await hotels.getByRole('checkbox', { name: HOTELS[2].name }).click();
  await expectFilters('member', { 'filter[hotel_id][includes]': '3' });
  expect(new URLSearchParams(location.search).get('hotel_id')).toBe('3');
  await hotels.getByRole('searchbox', { name: 'Search' }).fill('');
  await hotels.getByRole('checkbox', { name: HOTELS[0].name }).click();
  await expectFilters('member', { 'filter[hotel_id][includes]': '3,1' });
  await expect.element(chips()).toMatchTextContent(`is ${HOTELS[2].name} or ${HOTELS[0].name}`);
  await expectAccessible();
});

test('several filters are taken away at once', async () => {
  await openConsole('/company/member?filter[first_name][start]=Van&filter[is_active][eq]=1');
  await expectFilters('member', { 'filter[first_name][start]': 'Van', 'filter[is_active][eq]': '1' });
  await chips().getByRole('button', { name: 'Clear all' }).click();
  await expectNoFilter();
});

const PHONES = [
  {
    look: { language: 'en', theme: 'light' },
    title: 'Sort and filter',
    column: 'First name',
    begins: 'starts with',
    value: 'Value',
    show: 'Show 1',
    sentence: 'First name starts with Van',
  },
  {
    look: { language: 'id', theme: 'dark' },
    title: 'Urutkan dan filter',
    column: 'Nama depan',
    begins: 'diawali',
    value: 'Nilai',
    show: 'Tampilkan 1',
    sentence: 'Nama depan diawali Van',
  },
] as const;

for (const { look, title, column, begins, value, show, sentence } of PHONES)
  test(`on a phone all filters stand in one drawer, which counts what is left (${look.language}, ${look.theme})`, async () => {
    await page.viewport(390, 844);
    await openConsole('/company/member', look);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: title });
    await expect.element(drawer).toBeVisible();
    await expectAccessible();
    await drawer.getByRole('button', { name: column, exact: true }).click();
    await drawer.getByRole('button', { name: begins }).click();
    keepRecords('member', [row('member', 7)]);
    await drawer.getByRole('textbox', { name: value }).fill('Van');
    await expectFilters('member', { 'filter[first_name][start]': 'Van' });
    await expectAccessible();
    await drawer.getByRole('button', { name: show }).click();
    await expect.element(drawer).not.toBeInTheDocument();
    await expect.element(page.getByText(sentence)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

test.each([
  ['Valid until', 'In the next … days'],
  ['Member since', 'Now'],
])('periods begin in the direction in which the days of a column lie: %s', async (heading, first) => {
  await openConsole('/company/member');
  await head(`Filter ${heading}: any`).click();
  await way(heading, 'period').click();
  await expect.element(popup(heading).getByRole('group').nth(1)).toHaveAttribute('aria-label', first);
});

describe('further ways to filter', () => {
  test('a moment is filtered by date and time, and by the time of day', async () => {
    await openConsole('/finance/visit');
    await head('Filter Visit date: any').click();
    await way('Visit date', 'time of day').click();
    await popup('Visit date').getByLabelText('From', { exact: true }).fill('18:00');
    await expectFilters('visit', { 'filter[visit_date][date_between]': '18:00,' });
    await popup('Visit date').getByLabelText('To', { exact: true }).fill('23:00');
    await expectFilters('visit', { 'filter[visit_date][date_between]': '18:00,23:00' });
    await expect.element(chips()).toMatchTextContent('Visit date between 18:00 and 23:00');
    await openConsole(`/finance/visit?${encodeURIComponent('filter[visit_date][date_between]')}=2026-03-01 10:30:00,`);
    await chips().getByText('Visit date from 01 Mar 2026 - 10:30 on').click();
    await expect.element(way('Visit date', 'date and time')).toHaveAttribute('aria-pressed', 'true');
  });

  test('one record alone is chosen in the place of another', async () => {
    await openConsole('/company/member');
    await head('Filter Hotel: any').first().click();
    await way('Hotel', 'is just').click();
    for (const { id, name } of HOTELS.slice(0, 2)) {
      await popup('Hotel').getByRole('checkbox', { name }).click();
      await expectFilters('member', { 'filter[hotel_id][includes]': String(id) });
    }
  });

  test('a flag is left out or taken by its choices', async () => {
    await openConsole(`/company/member?${encodeURIComponent('filter[is_active][excepts]')}=0`);
    await chips().getByText('Active is not no').click();
    await expect.element(way('Active', 'is none of')).toHaveAttribute('aria-pressed', 'true');
    await way('Active', 'is one of').click();
    await expectFilters('member', { 'filter[is_active][includes]': '0' });
  });
});
