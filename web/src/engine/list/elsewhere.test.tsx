import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { FRONT_DESK, HOTELS } from '../../testing/fixtures.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords } from '../../testing/mock-server.ts';
import { expectQuery, findRequests } from '../../testing/requests.ts';
import { row, rows } from '../../testing/rows.ts';

/** The lists of a user of one hotel also show records of its members that count at another hotel. */

const LIST_CALL = 'GET /api/member';
const OWN_HOTELS = 'filter[hotel_id][includes]';
const OTHER_HOTELS = 'filter[hotel_id][excepts]';
const markedRows = (text = 'Elsewhere') => gridRows().filter({ hasText: text });
const pageStatus = (name = 'Pages') => page.getByRole('navigation', { name }).getByRole('status');

beforeEach(() => {
  const members = rows('member', 7, (n) => (n > 5 ? { hotel_id: 2, hotel: HOTELS[1] } : {}));
  setRecords('member', members);
  mockResponse(LIST_CALL, ({ request }) => {
    const query = new URL(request.url).searchParams;
    const matches = members.filter(
      ({ hotel_id }) => !(query.has(OWN_HOTELS) && hotel_id !== 1) && !(query.has(OTHER_HOTELS) && hotel_id === 1),
    );
    const per_page = Number(query.get('per_page') ?? 25);
    const meta = { page: 1, per_page, total: matches.length, total_is_estimate: false };
    return HttpResponse.json({ data: matches.slice(0, per_page), meta });
  });
});

test('the list marks records of other hotels and counts them separately', async () => {
  await openConsole('/company/member', { user: FRONT_DESK });
  await expectRows(7);
  await expect.poll(() => markedRows().elements().length).toBe(2);
  await expect.element(pageStatus()).toMatchTextContent('1–7 of 5 + 2 elsewhere');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
  await expectAccessible();
});

test("the total of other hotels' records filters the list to them", async () => {
  await openConsole('/company/member', { user: FRONT_DESK });
  await page.getByRole('button', { name: '+ 2 elsewhere' }).click();
  await expectRows(2);
  await expectQuery(LIST_CALL).toMatchObject({ [OTHER_HOTELS]: '1' });
  await expect.element(pageStatus()).toMatchTextContent('1–2 of 2 elsewhere');
});

test('a list of own hotels, as opened by a tile, requests one total', async () => {
  await openConsole('/company/member?hotel_id=1', { user: FRONT_DESK });
  await expectRows(5);
  await expect.element(pageStatus()).toMatchTextContent('1–5 of 5');
  await expect.poll(() => markedRows().elements().length).toBe(0);
  expect((await findRequests(LIST_CALL)).map(({ query }) => query['per_page'])).toEqual([undefined]);
});

test('a user of every hotel sees one total and no marks', async () => {
  await openConsole('/company/member');
  await expectRows(7);
  await expect.element(pageStatus()).toMatchTextContent('1–7 of 7');
  await expect.poll(() => markedRows().elements().length).toBe(0);
  expect((await findRequests(LIST_CALL)).filter(({ query }) => OWN_HOTELS in query)).toEqual([]);
});

test('the list marks other hotels’ records on a phone and in Indonesian', async () => {
  await page.viewport(390, 844);
  await openConsole('/company/member', { user: FRONT_DESK, language: 'id' });
  const cards = page.getByRole('list', { name: 'Anggota', exact: true }).getByRole('listitem');
  await expect.poll(() => cards.filter({ hasText: 'Di hotel lain' }).elements().length).toBe(2);
  await expect.element(pageStatus('Halaman')).toMatchTextContent('1–7 dari 5 + 2 di hotel lain');
  await expectAccessible();
});

test('the list and the page mark a voucher by the hotel that serves its member', async () => {
  setRecords('member_voucher', [
    row('member_voucher', 1, { hotel: HOTELS[0] }),
    row('member_voucher', 2, { hotel: HOTELS[1] }),
  ]);
  await openConsole('/company/member-voucher', { user: FRONT_DESK });
  await expectRows(2);
  await expect.poll(() => markedRows().elements().length).toBe(1);
  await openConsole('/company/member-voucher/2', { user: FRONT_DESK });
  await expect.element(page.getByText('Elsewhere', { exact: true })).toBeVisible();
});
