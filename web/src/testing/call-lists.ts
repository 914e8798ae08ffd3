import { CALL_LISTS } from '@innkeeper/contract';
import type { CallListCount, CallListMeta, CallListRow } from '@innkeeper/contract/calls';
import { localDay } from '../format/date.ts';
import { HOTELS } from './fixtures.ts';
import { CAN_RENEW } from './member-eligibility.ts';
import { HttpResponse, mockResponse } from './mock-server.ts';

const daysFromToday = (days: number): string => localDay(new Date(Date.now() + days * 86_400_000));

/** The n-th row of a call list: a member whose card ends in n + 4 days. */
export const memberToCall = (n: number, values: Partial<CallListRow> = {}): CallListRow => ({
  member: {
    id: n,
    name: `${['Ayu', 'Bagus', 'Citra', 'Dewa'][n % 4] ?? ''} Kontak ${n}`,
    phone_no: `+62 811-5550-000${n}`,
    email: `guest.${n}@example.test`,
  },
  hotel: HOTELS[0],
  membership: { id: 1, name: 'Laksmira Gold' },
  card: { id: n, sbec_no: `60101234000${n}`, end_date: daysFromToday(n + 4) },
  due_on: daysFromToday(n + 4),
  was_used: null,
  to_upgrade: null,
  turns: null,
  renewal: { price: '1200000.000', currency: 'IDR' },
  vouchers: { count: 3, totals: [{ currency: 'IDR', total: '750000.000' }] },
  last_visit_on: '2026-03-14',
  owner: null,
  last_call: null,
  may: CAN_RENEW,
  ...values,
});

const COUNTS: readonly CallListCount[] = CALL_LISTS.map((key, index) => ({
  key,
  total: index === 1 ? 1000 : index * 3,
  is_more: index === 1,
}));

/** Who can take calls: the signed-in user, and a colleague. */
const OWNERS = [
  { id: 1, name: 'Sari Wulandari' },
  { id: 9, name: 'Made Wirawan' },
];

/** Mocks call lists that all have these rows; a search for `nobody` finds none of them. */
export function mockCallLists(rows: readonly CallListRow[], meta: Partial<CallListMeta> = {}): void {
  mockResponse('GET /api/work_list', () => HttpResponse.json({ data: COUNTS }));
  mockResponse('GET /api/work_list/:key/owner', () => HttpResponse.json({ data: OWNERS }));
  mockResponse('GET /api/work_list/:key', ({ request }) => {
    const { searchParams: query } = new URL(request.url);
    const data = query.get('search') === 'nobody' ? [] : rows;
    return HttpResponse.json({
      data,
      meta: {
        page: Number(query.get('page')),
        per_page: 25,
        total: data.length,
        is_more: false,
        ...meta,
      } satisfies CallListMeta,
    });
  });
}
