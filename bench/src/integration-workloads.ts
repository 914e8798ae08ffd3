import { randomUUID } from 'node:crypto';
import { idForRequest } from './request-numbers.ts';
import type { RequestSpec, WorkloadContext, IntegrationContext } from './workload.ts';

/** The calls that a hotel's own system makes repeatedly. */
export interface IntegrationWorkload {
  readonly name: string;
  readonly label: string;
  /** Required rate per second of one process over 16 connections, or the maximum milliseconds of a single request. */
  readonly target: { readonly perSecond: number } | { readonly limitMs: number };
  readonly call: (context: WorkloadContext, n: number) => RequestSpec;
}

/** Milliseconds within which a till must find a guest. */
const LOOKUP_LIMIT_MS = 10;

export const createBill = ({ cards }: IntegrationContext, n: number) => ({
  card_no: cards[n % cards.length],
  reference_no: `BENCH-${n}`,
  total_fb: '325000.000',
  staff_name: 'Till 3',
});

/** A write with an idempotency key of its own. */
export const createWrite = (path: string, body: unknown): RequestSpec => ({
  method: 'POST',
  path: `/integration/v1/${path}`,
  body,
  headers: { 'idempotency-key': randomUUID() },
});

const lookupWorkload = (identifier: 'card_no' | 'phone_no' | 'email', label: string): IntegrationWorkload => ({
  name: `integration-find-${identifier.replace('_no', '')}`,
  label: `integration: a member is found by ${label}`,
  target: { limitMs: LOOKUP_LIMIT_MS },
  call: ({ system: { guests } }, n) => ({
    method: 'GET',
    path: `/integration/v1/members?${new URLSearchParams({ [identifier]: guests[n % guests.length]?.[identifier] ?? '' })}`,
  }),
});

export const integrationWorkloads: readonly IntegrationWorkload[] = [
  lookupWorkload('card_no', 'card number'),
  lookupWorkload('phone_no', 'telephone'),
  lookupWorkload('email', 'email'),
  {
    name: 'integration-visits',
    label: 'integration: visits posted one by one',
    target: { perSecond: 400 },
    call: ({ system }, n) => createWrite('visits', createBill(system, n)),
  },
  {
    name: 'integration-redeem',
    label: 'integration: vouchers redeemed',
    target: { perSecond: 500 },
    call: ({ system }, n) =>
      createWrite('redemptions', {
        member_voucher_id: idForRequest(system.vouchers, n),
        booking_no: `BENCH-${n}`,
        staff_name: 'Till 3',
      }),
  },
];
