import type { DeskGuest } from '@innkeeper/contract/calls';
import type { ResourceRecord } from '../../engine/data/record.ts';

/** A visit that was just posted, with its guest. */
export interface PostedVisit {
  readonly record: ResourceRecord;
  readonly guest: DeskGuest;
}

/** The finished redemption, with its guest. */
export interface CompletedRedemption {
  readonly record: ResourceRecord;
  readonly guest: DeskGuest;
  readonly voucher: DeskGuest['vouchers'][number];
}
