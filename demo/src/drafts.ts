import type { ProgrammeHotel, ProgrammeMembership, ProgrammeVoucher } from './programme.ts';

/**
 * A generated record without an id yet. Ids and numbers are assigned once all records are in chronological order
 * (ledger-rows.ts). Timestamps are milliseconds since 1970, in whole seconds. `at` is the time of entry.
 */
interface Draft {
  id: number;
  readonly at: number;
  /** The user who entered the record. */
  readonly by: number;
  readonly hotel: ProgrammeHotel;
  readonly deletedAt: number | null;
}

export interface SaleDraft extends Draft {
  readonly memberId: number | null;
  /** The code of the transaction type. */
  readonly type: '1' | '2' | '3' | '4' | '5' | '6' | '99';
  /** The membership that was sold, or null if none was. */
  readonly membership: ProgrammeMembership | null;
  readonly lines: readonly LineDraft[];
  readonly discount: number;
  readonly receipt: string | null;
  /** The code of the payment type. */
  readonly payment: string | null;
  readonly seller: string | null;
  readonly phone: string | null;
  readonly remark: string | null;
}

export interface LineDraft {
  /** The code of the fee type. */
  readonly fee: '1' | '2' | '3' | '4' | '99';
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: number;
}

export interface CardDraft extends Draft {
  readonly memberId: number;
  readonly membership: ProgrammeMembership;
  /** Days since 1970, both inclusive. */
  readonly from: number;
  readonly until: number;
  readonly isActive: boolean;
  /** Null if the card was sold before records began, or came from an upgrade. */
  readonly sale: SaleDraft | null;
  readonly upgradedFrom: CardDraft | null;
  /** The price in the currency of its hotel. */
  readonly price: number;
  /** Eight random digits of the card number. */
  readonly digits: string;
  readonly vouchers: VoucherDraft[];
}

export interface VoucherDraft {
  id: number;
  readonly card: CardDraft;
  readonly voucher: ProgrammeVoucher;
  /** The index among the vouchers of its kind on the card. */
  readonly nth: number;
  readonly number: string;
  readonly redemptions: RedemptionDraft[];
}

export interface RedemptionDraft extends Draft {
  readonly voucher: VoucherDraft;
  readonly booking: string;
  readonly staff: string;
  readonly remark: string | null;
}

export interface VisitDraft extends Draft {
  readonly memberId: number;
  /** The member's tier at the time. */
  readonly membershipId: number;
  /** The time of the visit, which was entered then or later. */
  readonly visitAt: number;
  /** The prefix of the bill number. */
  readonly outlet: 'FB' | 'RM' | 'SP';
  readonly food: number;
  readonly room: number;
  readonly others: number;
  readonly staff: string;
  readonly remark: string | null;
}

/** A member's activity in the programme: all records that were entered about the member. */
export interface MemberActivity {
  readonly sales: readonly SaleDraft[];
  readonly cards: readonly CardDraft[];
  readonly visits: readonly VisitDraft[];
}
