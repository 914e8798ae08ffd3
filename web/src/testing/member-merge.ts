import { HOTELS } from './fixtures.ts';
import type { MergeEntry } from '@innkeeper/contract/calls';
import type { Duplicate } from '@innkeeper/contract/calls';
import { mockMember } from './member-overview.ts';
import { HttpResponse, mockResponse, setRecords } from './mock-server.ts';
import { row } from './rows.ts';

/** Two members that are one person: 5 is retained, 6 is absorbed. */

export const MERGE: MergeEntry = {
  id: 3,
  at: '2026-03-20 03:00:00',
  by: { id: 1, name: 'Sari Wulandari' },
  retained: { id: 5, name: 'Bagus Santoso' },
  absorbed: { id: 6, name: 'Bagus S.' },
  moved: {
    member_card: 1,
    member_voucher: 3,
    voucher_redeem: 0,
    transaction: 1,
    visit: 2,
    mail_log: 0,
    member_call: 0,
  },
  undo_until: '2026-04-19 03:00:00',
  undone_at: null,
  undone_by: null,
  can_undo: true,
};

const DUPLICATE: Duplicate = {
  id: 6,
  name: 'Bagus S.',
  is_elsewhere: false,
  hotel: HOTELS[0],
  card: null,
  email: 'b.santoso@example.test',
  phone_no: '+62 811 5550 0005',
  identity_no: null,
  deleted_at: null,
  matches: ['phone_no'],
};

/** Mocks the two members, which differ only in names, email and hobby. */
function mockDuplicatePair(retainedValues: object = {}, absorbedValues: object = {}): void {
  const sharedValues = { merged_into_id: null, merged_from_id: null, identity_no: null, standing: 'active' };
  const sharedRecord = { ...row('member', 5), ...sharedValues };
  setRecords('member', [
    {
      ...sharedRecord,
      first_name: 'Bagus',
      last_name: 'Santoso',
      email: 'bagus@example.test',
      hobby: null,
      ...retainedValues,
    },
    {
      ...sharedRecord,
      id: 6,
      first_name: 'Bagus',
      last_name: 'S.',
      email: 'b.santoso@example.test',
      hobby: 'Berkebun',
      ...absorbedValues,
    },
  ]);
}

/** Mocks the two members before the merge. */
export function mockDuplicates(): void {
  mockDuplicatePair();
  mockResponse('GET /api/member/duplicates', ({ request }) =>
    HttpResponse.json({ data: new URL(request.url).searchParams.has('phone_no') ? [DUPLICATE] : [] }),
  );
  for (const [id, otherId] of [
    [5, 6],
    [6, 5],
  ] as const)
    mockResponse(`POST /api/member/${id}/merge`, async ({ request }) => {
      const { dry_run } = Object(await request.clone().json()) as { dry_run?: number }; // the body of a merge
      const memberName = (memberId: number) => (memberId === 5 ? MERGE.retained : MERGE.absorbed);
      return HttpResponse.json({
        data: {
          ...MERGE,
          id: dry_run ? null : 3,
          retained: memberName(id),
          absorbed: memberName(otherId),
        } satisfies MergeEntry,
      });
    });
}

/** Mocks the two members after the merge; undoing it restores both. */
export function mockMerge(merge: Partial<MergeEntry> = {}): void {
  mockMember();
  mockDuplicatePair({ merged_from_id: 6 }, { merged_into_id: 5, deleted_at: '2026-03-20 03:00:00' });
  for (const id of [5, 6]) {
    mockResponse(`GET /api/member/${id}/merges`, { data: [{ ...MERGE, ...merge }] });
    mockResponse(`GET /api/member/${id}/standing`, () => new HttpResponse(null, { status: 404 }));
    mockResponse(`GET /api/member/${id}/overview`, () => new HttpResponse(null, { status: 404 }));
  }
  mockResponse('POST /api/member/5/merge/3/undo', () => {
    const undone: MergeEntry = { ...MERGE, undone_at: '2026-03-21 03:00:00', can_undo: false };
    mockDuplicatePair();
    for (const id of [5, 6]) mockResponse(`GET /api/member/${id}/merges`, { data: [undone] });
    return HttpResponse.json({ data: undone });
  });
}
