import type { Ask, Scene, Workload } from './workload.ts';

/** Milliseconds in which a guest waiting at the counter is found. */
const WITHIN = 50;

const question = (q: string): Ask => ({ method: 'GET', path: `/api/search?${new URLSearchParams({ q })}` });
const cardOf = ({ cards }: Scene, n: number): string => cards[n % cards.length] ?? '';
/** A letter is missing in the middle. */
const mistyped = (name: string): string => name.slice(0, 2) + name.slice(3);

const read = { target: 2, within: WITHIN, as: 'admin', usesIndex: true } as const;

/** One question over all members and vouchers, in the ways in which it is asked. */
export const searchWorkloads: readonly Workload[] = [
  {
    ...read,
    name: 'find-card',
    label: 'search: an exact card number',
    ask: (scene, n) => question(cardOf(scene, n)),
    varying: (scene, n) => [cardOf(scene, n)],
  },
  { ...read, name: 'find-common', label: 'search: a common name', ask: ({ commonName }) => question(commonName) },
  {
    ...read,
    name: 'find-common-property',
    label: 'search: a common name, for a user of one hotel',
    as: 'property',
    ask: ({ commonName }) => question(commonName),
  },
  { ...read, name: 'find-rare', label: 'search: a rare name', ask: ({ rareName }) => question(rareName) },
  {
    ...read,
    name: 'find-mistyped',
    label: 'search: a common name, mistyped',
    ask: ({ commonName }) => question(mistyped(commonName)),
  },
  {
    ...read,
    name: 'find-swapped',
    label: 'search: last name before first name',
    ask: ({ fullName: [first, last] }) => question(`${last} ${first}`),
  },
  {
    ...read,
    name: 'find-nobody',
    label: 'search: two names that nobody has together',
    ask: ({ commonName, rareName }) => question(`${commonName} ${rareName}`),
  },
];
