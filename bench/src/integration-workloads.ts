import { randomUUID } from 'node:crypto';
import { oneOfRound } from './rounds.ts';
import type { Ask, Scene, SystemScene } from './workload.ts';

/** The calls that a hotel's own system makes over and over. */
export interface SystemWorkload {
  readonly name: string;
  readonly label: string;
  /** How many a second one process must do over 16 connections, or how many milliseconds one may take that comes alone. */
  readonly target: { readonly perSecond: number } | { readonly within: number };
  readonly ask: (scene: Scene, n: number) => Ask;
}

/** Milliseconds in which a guest at a till is found. */
const FOUND_WITHIN = 10;

export const bill = ({ cards }: SystemScene, n: number) => ({
  card_no: cards[n % cards.length],
  reference_no: `BENCH-${n}`,
  total_fb: '325000.000',
  staff_name: 'Till 3',
});

/** A write under a key of its own. */
export const write = (path: string, body: unknown): Ask => ({
  method: 'POST',
  path: `/integration/v1/${path}`,
  body,
  headers: { 'idempotency-key': randomUUID() },
});

const find = (by: 'card_no' | 'phone_no' | 'email', label: string): SystemWorkload => ({
  name: `integration-find-${by.replace('_no', '')}`,
  label: `integration: a member is found by ${label}`,
  target: { within: FOUND_WITHIN },
  ask: ({ system: { guests } }, n) => ({
    method: 'GET',
    path: `/integration/v1/members?${new URLSearchParams({ [by]: guests[n % guests.length]?.[by] ?? '' })}`,
  }),
});

export const integrationWorkloads: readonly SystemWorkload[] = [
  find('card_no', 'card number'),
  find('phone_no', 'telephone'),
  find('email', 'email'),
  {
    name: 'integration-visits',
    label: 'integration: visits posted one by one',
    target: { perSecond: 400 },
    ask: ({ system }, n) => write('visits', bill(system, n)),
  },
  {
    name: 'integration-redeem',
    label: 'integration: vouchers redeemed',
    target: { perSecond: 500 },
    ask: ({ system }, n) =>
      write('redemptions', {
        member_voucher_id: oneOfRound(system.vouchers, n),
        booking_no: `BENCH-${n}`,
        staff_name: 'Till 3',
      }),
  },
];
