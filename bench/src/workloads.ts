import { oneOfRound } from './rounds.ts';
import type { Scene, Workload } from './workload.ts';
import { recordWorkloads } from './record-workloads.ts';
import { searchWorkloads } from './search-workloads.ts';

const idOf = ({ ids }: Scene, n: number): number => ids[n % ids.length] ?? 1;
const list = (query: Readonly<Record<string, string>> = {}) => {
  const path = `/api/member?${new URLSearchParams(query)}`;
  return { method: 'GET', path } as const;
};
const email = (n: number): string => `bench-${n}@innkeeper.test`;
const redeemed = ({ redeemable: { ids } }: Scene, n: number): number => oneOfRound(ids, n);
const remark = (n: number): string => `Bench ${n}`;

/** The page that a list of a million is asked for deep inside. */
export const DEEP_PAGE = 20_000;

export const workloads: readonly Workload[] = [
  {
    name: 'list',
    label: 'list, default order, 25 rows with total',
    target: 2,
    as: 'admin',
    usesIndex: true,
    ask: () => list(),
  },
  {
    name: 'property-list',
    label: 'the same for a user of one hotel',
    target: 2,
    as: 'property',
    usesIndex: true,
    ask: () => list(),
  },
  {
    name: 'contains-rare',
    label: 'list, `contains` a rare name, sorted by another column',
    target: 2,
    as: 'admin',
    usesIndex: true,
    ask: ({ rareName }) => list({ 'filter[last_name][contains]': rareName, sort: 'first_name' }),
  },
  {
    name: 'contains-common',
    label: 'list, `contains` a common name, sorted by another column',
    target: 2,
    as: 'admin',
    usesIndex: true,
    ask: ({ commonName }) => list({ 'filter[last_name][contains]': commonName, sort: '-valid_until_date' }),
  },
  {
    name: 'search',
    label: 'list, search for a common name',
    target: 2,
    as: 'admin',
    usesIndex: true,
    ask: ({ commonName }) => list({ search: commonName }),
  },
  {
    name: 'deep-page',
    label: `page ${DEEP_PAGE.toLocaleString('en')}`,
    target: 2,
    as: 'admin',
    usesIndex: true,
    ask: ({ ids }) => list({ page: String(Math.min(DEEP_PAGE, Math.floor((ids.at(-1) ?? 0) / 50))) }),
  },
  {
    name: 'record',
    label: 'one record',
    target: 2,
    as: 'admin',
    usesIndex: true,
    ask: (scene, n) => ({ method: 'GET', path: `/api/member/${idOf(scene, n)}` }),
    varying: (scene, n) => [String(idOf(scene, n))],
  },
  {
    name: 'create',
    label: 'create',
    target: 2,
    as: 'admin',
    ask: ({ newMember }, n) => ({
      method: 'POST',
      path: '/api/member',
      body: { ...newMember, email: email(n), identity_no: String(n) },
    }),
    varying: (_, n) => [email(n), String(n)],
  },
  {
    name: 'update',
    label: 'update',
    target: 2,
    as: 'admin',
    ask: (scene, n) => ({ method: 'POST', path: `/api/member/${idOf(scene, n)}`, body: { remark: remark(n) } }),
    varying: (scene, n) => [String(idOf(scene, n)), remark(n)],
  },
  ...searchWorkloads,
  {
    name: 'dashboard',
    label: 'dashboard of the group',
    target: 2,
    within: 100,
    as: 'admin',
    usesIndex: true,
    ask: () => ({ method: 'GET', path: '/api/dashboard' }),
  },
  {
    name: 'property-dashboard',
    label: 'the same of one hotel',
    target: 2,
    within: 100,
    as: 'property',
    usesIndex: true,
    ask: () => ({ method: 'GET', path: '/api/dashboard' }),
  },
  {
    name: 'work-lists',
    label: 'how many wait in each work list',
    target: 2,
    as: 'admin',
    usesIndex: true,
    ask: () => ({ method: 'GET', path: '/api/work_list' }),
  },
  {
    name: 'property-work-lists',
    label: 'the same at one hotel',
    target: 2,
    as: 'property',
    usesIndex: true,
    ask: () => ({ method: 'GET', path: '/api/work_list' }),
  },
  {
    name: 'property-unused',
    label: 'whose card was not used for 90 days, at one hotel',
    target: 2,
    as: 'property',
    usesIndex: true,
    ask: () => ({ method: 'GET', path: '/api/work_list/never_used' }),
  },
  ...recordWorkloads(DEEP_PAGE),
  {
    name: 'redeem',
    label: 'redeem',
    target: 2,
    perSecond: 500,
    as: 'admin',
    ask: (scene, n) => ({
      method: 'POST',
      path: '/api/voucher_redeem',
      body: {
        member_voucher_id: redeemed(scene, n),
        redeem_hotel_id: scene.redeemable.hotelId,
        redeem_date: new Date().toISOString(),
        booking_no: `BENCH-${n}`,
        staff_name: 'Bench',
      },
    }),
    varying: (scene, n) => [String(redeemed(scene, n)), `BENCH-${n}`],
  },
  {
    name: 'sale',
    label: 'sale: a new member with card, vouchers and mail',
    target: 2,
    perSecond: 100,
    hasNoFloor: true,
    as: 'admin',
    ask: ({ newMember, sale, redeemable }, n) => {
      const { hotel_id: _, membership_id: __, ...member } = newMember;
      return {
        method: 'POST',
        path: '/api/transaction/wizard',
        body: {
          type: 1,
          hotel_id: redeemable.hotelId,
          ...sale,
          reference_no: `BENCH-${n}`,
          member: { ...member, email: email(n) },
        },
      };
    },
  },
];
