import type { RequestSpec, WorkloadContext, Workload } from './workload.ts';

/** Milliseconds within which the search must find a guest who waits at the front desk. */
const LIMIT_MS = 50;

const searchRequest = (q: string): RequestSpec => ({
  method: 'GET',
  path: `/api/search?${new URLSearchParams({ q })}`,
});
const nthCardNumber = ({ cards }: WorkloadContext, n: number): string => cards[n % cards.length] ?? '';
/** Removes a letter from the middle. */
const mistype = (name: string): string => name.slice(0, 2) + name.slice(3);

const searchDefaults = { limitMs: LIMIT_MS, user: 'admin', usesIndex: true } as const;

/** The search over all members and vouchers, in every form in which people enter terms. */
export const searchWorkloads: readonly Workload[] = [
  {
    ...searchDefaults,
    name: 'find-card',
    label: 'search: an exact card number',
    call: (context, n) => searchRequest(nthCardNumber(context, n)),
    varyingValues: (context, n) => [nthCardNumber(context, n)],
  },
  {
    ...searchDefaults,
    name: 'find-common',
    label: 'search: a common name',
    call: ({ commonName }) => searchRequest(commonName),
  },
  {
    ...searchDefaults,
    name: 'find-common-property',
    label: 'search: a common name, for a user of one hotel',
    user: 'property',
    call: ({ commonName }) => searchRequest(commonName),
  },
  {
    ...searchDefaults,
    name: 'find-rare',
    label: 'search: a rare name',
    call: ({ rareName }) => searchRequest(rareName),
  },
  {
    ...searchDefaults,
    name: 'find-mistyped',
    label: 'search: a common name, mistyped',
    call: ({ commonName }) => searchRequest(mistype(commonName)),
  },
  {
    ...searchDefaults,
    name: 'find-swapped',
    label: 'search: last name before first name',
    call: ({ fullName: [first, last] }) => searchRequest(`${last} ${first}`),
  },
  {
    ...searchDefaults,
    name: 'find-nobody',
    label: 'search: two names that nobody has together',
    call: ({ commonName, rareName }) => searchRequest(`${commonName} ${rareName}`),
  },
];
