import type { RequestSpec, WorkloadContext, Workload } from './workload.ts';

/** Milliseconds in which a guest waiting at the front desk must be found. */
const LIMIT_MS = 50;

const searchRequest = (q: string): RequestSpec => ({
  method: 'GET',
  path: `/api/search?${new URLSearchParams({ q })}`,
});
const cardOf = ({ cards }: WorkloadContext, n: number): string => cards[n % cards.length] ?? '';
/** Leaves out a letter in the middle. */
const mistyped = (name: string): string => name.slice(0, 2) + name.slice(3);

const read = { target: 2, within: LIMIT_MS, as: 'admin', usesIndex: true } as const;

/** The search over all members and vouchers, in every form in which people enter it. */
export const searchWorkloads: readonly Workload[] = [
  {
    ...read,
    name: 'find-card',
    label: 'search: an exact card number',
    call: (context, n) => searchRequest(cardOf(context, n)),
    varyingValues: (context, n) => [cardOf(context, n)],
  },
  { ...read, name: 'find-common', label: 'search: a common name', call: ({ commonName }) => searchRequest(commonName) },
  {
    ...read,
    name: 'find-common-property',
    label: 'search: a common name, for a user of one hotel',
    as: 'property',
    call: ({ commonName }) => searchRequest(commonName),
  },
  { ...read, name: 'find-rare', label: 'search: a rare name', call: ({ rareName }) => searchRequest(rareName) },
  {
    ...read,
    name: 'find-mistyped',
    label: 'search: a common name, mistyped',
    call: ({ commonName }) => searchRequest(mistyped(commonName)),
  },
  {
    ...read,
    name: 'find-swapped',
    label: 'search: last name before first name',
    call: ({ fullName: [first, last] }) => searchRequest(`${last} ${first}`),
  },
  {
    ...read,
    name: 'find-nobody',
    label: 'search: two names that nobody has together',
    call: ({ commonName, rareName }) => searchRequest(`${commonName} ${rareName}`),
  },
];
