import type { CounterGuest } from '@innkeeper/contract/calls';
import type { ResourceRecord } from '../../engine/data/record.ts';

/** A visit that was just posted, and whose. */
export interface Posted {
  readonly record: ResourceRecord;
  readonly guest: CounterGuest;
}

/** The finished redemption, with its guest. */
export interface Done {
  readonly record: ResourceRecord;
  readonly guest: CounterGuest;
  readonly voucher: CounterGuest['vouchers'][number];
}
