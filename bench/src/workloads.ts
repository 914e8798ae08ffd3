import { idForRequest } from './request-numbers.ts';
import type { WorkloadContext, Workload } from './workload.ts';
import { recordWorkloads } from './record-workloads.ts';
import { searchWorkloads } from './search-workloads.ts';

const nthMemberId = ({ ids }: WorkloadContext, n: number): number => ids[n % ids.length] ?? 1;
const listRequest = (query: Readonly<Record<string, string>> = {}) => {
  const path = `/api/member?${new URLSearchParams(query)}`;
  return { method: 'GET', path } as const;
};
const nthEmail = (n: number): string => `bench-${n}@innkeeper.test`;
const nthVoucherId = ({ redeemable: { ids } }: WorkloadContext, n: number): number => idForRequest(ids, n);
const nthRemark = (n: number): string => `Bench ${n}`;

/** The deep page that is requested from a list of a million records. */
export const DEEP_PAGE = 20_000;

export const workloads: readonly Workload[] = [
  {
    name: 'list',
    label: 'list, default order, 25 rows with total',
    user: 'admin',
    usesIndex: true,
    call: () => listRequest(),
  },
  {
    name: 'property-list',
    label: 'the same for a user of one hotel',
    user: 'property',
    usesIndex: true,
    call: () => listRequest(),
  },
  {
    name: 'contains-rare',
    label: 'list, `contains` a rare name, sorted by another column',
    user: 'admin',
    usesIndex: true,
    call: ({ rareName }) => listRequest({ 'filter[last_name][contains]': rareName, sort: 'first_name' }),
  },
  {
    name: 'contains-common',
    label: 'list, `contains` a common name, sorted by another column',
    user: 'admin',
    usesIndex: true,
    call: ({ commonName }) => listRequest({ 'filter[last_name][contains]': commonName, sort: '-valid_until_date' }),
  },
  {
    name: 'search',
    label: 'list, search for a common name',
    user: 'admin',
    usesIndex: true,
    call: ({ commonName }) => listRequest({ search: commonName }),
  },
  {
    name: 'deep-page',
    label: `page ${DEEP_PAGE.toLocaleString('en')}`,
    user: 'admin',
    usesIndex: true,
    call: ({ ids }) => listRequest({ page: String(Math.min(DEEP_PAGE, Math.floor((ids.at(-1) ?? 0) / 50))) }),
  },
  {
    name: 'record',
    label: 'one record',
    user: 'admin',
    usesIndex: true,
    call: (context, n) => ({ method: 'GET', path: `/api/member/${nthMemberId(context, n)}` }),
    varyingValues: (context, n) => [String(nthMemberId(context, n))],
  },
  {
    name: 'create',
    label: 'create',
    user: 'admin',
    call: ({ newMember }, n) => ({
      method: 'POST',
      path: '/api/member',
      body: { ...newMember, email: nthEmail(n), identity_no: String(n) },
    }),
    varyingValues: (_, n) => [nthEmail(n), String(n)],
  },
  {
    name: 'update',
    label: 'update',
    user: 'admin',
    call: (context, n) => ({
      method: 'POST',
      path: `/api/member/${nthMemberId(context, n)}`,
      body: { remark: nthRemark(n) },
    }),
    varyingValues: (context, n) => [String(nthMemberId(context, n)), nthRemark(n)],
  },
  ...searchWorkloads,
  {
    name: 'dashboard',
    label: 'dashboard of the group',
    limitMs: 100,
    user: 'admin',
    usesIndex: true,
    call: () => ({ method: 'GET', path: '/api/dashboard' }),
  },
  {
    name: 'property-dashboard',
    label: 'the same of one hotel',
    limitMs: 100,
    user: 'property',
    usesIndex: true,
    call: () => ({ method: 'GET', path: '/api/dashboard' }),
  },
  {
    name: 'work-lists',
    label: 'how many wait in each work list',
    user: 'admin',
    usesIndex: true,
    call: () => ({ method: 'GET', path: '/api/work_list' }),
  },
  {
    name: 'property-work-lists',
    label: 'the same at one hotel',
    user: 'property',
    usesIndex: true,
    call: () => ({ method: 'GET', path: '/api/work_list' }),
  },
  {
    name: 'property-unused',
    label: 'whose card was not used for 90 days, at one hotel',
    user: 'property',
    usesIndex: true,
    call: () => ({ method: 'GET', path: '/api/work_list/never_used' }),
  },
  ...recordWorkloads(DEEP_PAGE),
  {
    name: 'redeem',
    label: 'redeem',
    perSecond: 500,
    user: 'admin',
    call: (context, n) => ({
      method: 'POST',
      path: '/api/voucher_redeem',
      body: {
        member_voucher_id: nthVoucherId(context, n),
        redeem_hotel_id: context.redeemable.hotelId,
        redeem_date: new Date().toISOString(),
        booking_no: `BENCH-${n}`,
        staff_name: 'Bench',
      },
    }),
    varyingValues: (context, n) => [String(nthVoucherId(context, n)), `BENCH-${n}`],
  },
  {
    name: 'sale',
    label: 'sale: a new member with card, vouchers and mail',
    perSecond: 100,
    hasNoFloor: true,
    user: 'admin',
    call: ({ newMember, sale, redeemable }, n) => {
      const { hotel_id: _, membership_id: __, ...member } = newMember;
      return {
        method: 'POST',
        path: '/api/transaction/wizard',
        body: {
          type: 1,
          hotel_id: redeemable.hotelId,
          ...sale,
          reference_no: `BENCH-${n}`,
          member: { ...member, email: nthEmail(n) },
        },
      };
    },
  },
];
