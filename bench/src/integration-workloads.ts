import { randomUUID } from 'node:crypto';
import { idForRequest } from './request-numbers.ts';
import type { RequestSpec, WorkloadContext, IntegrationContext } from './workload.ts';

/** Calls that a hotel's own system makes repeatedly. */
export interface IntegrationWorkload {
  readonly name: string;
  readonly label: string;
  /** Required rate per second of one process over 16 connections, or the maximum milliseconds of a single request. */
  readonly target: { readonly perSecond: number } | { readonly within: number };
  readonly call: (context: WorkloadContext, n: number) => RequestSpec;
}

/** Milliseconds in which a till must find a guest. */
const LOOK_UP_LIMIT_MS = 10;

export const bill = ({ cards }: IntegrationContext, n: number) => ({
  card_no: cards[n % cards.length],
  reference_no: `BENCH-${n}`,
  total_fb: '325000.000',
  staff_name: 'Till 3',
});

/** A write with its own idempotency key. */
export const write = (path: string, body: unknown): RequestSpec => ({
  method: 'POST',
  path: `/integration/v1/${path}`,
  body,
  headers: { 'idempotency-key': randomUUID() },
});

const find = (by: 'card_no' | 'phone_no' | 'email', label: string): IntegrationWorkload => ({
  name: `integration-find-${by.replace('_no', '')}`,
  label: `integration: a member is found by ${label}`,
  target: { within: LOOK_UP_LIMIT_MS },
  call: ({ system: { guests } }, n) => ({
    method: 'GET',
    path: `/integration/v1/members?${new URLSearchParams({ [by]: guests[n % guests.length]?.[by] ?? '' })}`,
  }),
});

export const integrationWorkloads: readonly IntegrationWorkload[] = [
  find('card_no', 'card number'),
  find('phone_no', 'telephone'),
  find('email', 'email'),
  {
    name: 'integration-visits',
    label: 'integration: visits posted one by one',
    target: { perSecond: 400 },
    call: ({ system }, n) => write('visits', bill(system, n)),
  },
  {
    name: 'integration-redeem',
    label: 'integration: vouchers redeemed',
    target: { perSecond: 500 },
    call: ({ system }, n) =>
      write('redemptions', {
        member_voucher_id: idForRequest(system.vouchers, n),
        booking_no: `BENCH-${n}`,
        staff_name: 'Till 3',
      }),
  },
];
