import type { DeskGuest, DeskVoucher } from '@innkeeper/contract/calls';
import type { ResourceRecord } from '../../engine/data/record.ts';

/** A visit that was just posted, with its guest. */
export interface PostedVisit {
  readonly record: ResourceRecord;
  readonly guest: DeskGuest;
}

/** Vouchers that a guest redeemed in one go. */
export interface RedeemedVouchers {
  /** The redemptions, in the order of the vouchers. */
  readonly records: readonly ResourceRecord[];
  readonly vouchers: readonly DeskVoucher[];
  readonly bookingNo: string;
}

/** The finished redemption, with its guest. */
export interface CompletedRedemption extends RedeemedVouchers {
  readonly guest: DeskGuest;
}
