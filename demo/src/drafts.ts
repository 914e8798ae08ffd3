import type { ProgrammeHotel, ProgrammeMembership, ProgrammeVoucher } from './programme.ts';

/**
 * A drawn record that has no id yet: ids and numbers are given once everything is in the order of time (books.ts). Moments are
 * milliseconds since 1970, whole seconds. `at` is when it was entered.
 */
interface Draft {
  id: number;
  readonly at: number;
  /** The user who entered it. */
  readonly by: number;
  readonly hotel: ProgrammeHotel;
  readonly deletedAt: number | null;
}

export interface SaleDraft extends Draft {
  readonly memberId: number | null;
  /** Code of the transaction type. */
  readonly type: '1' | '2' | '3' | '4' | '5' | '6' | '99';
  /** The membership sold; null if it was none. */
  readonly membership: ProgrammeMembership | null;
  readonly lines: readonly LineDraft[];
  readonly discount: number;
  readonly receipt: string | null;
  /** Code of the payment type. */
  readonly payment: string | null;
  readonly seller: string | null;
  readonly phone: string | null;
  readonly remark: string | null;
}

export interface LineDraft {
  /** Code of the fee type. */
  readonly fee: '1' | '2' | '3' | '4' | '99';
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: number;
}

export interface CardDraft extends Draft {
  readonly memberId: number;
  readonly membership: ProgrammeMembership;
  /** Days since 1970, both included. */
  readonly from: number;
  readonly until: number;
  readonly isActive: boolean;
  /** Null where it was sold before the books began, or given by an upgrade. */
  readonly sale: SaleDraft | null;
  readonly upgradedFrom: CardDraft | null;
  /** Its price, in the currency of its hotel. */
  readonly price: number;
  /** Eight random digits of its number. */
  readonly digits: string;
  readonly vouchers: VoucherDraft[];
}

export interface VoucherDraft {
  id: number;
  readonly card: CardDraft;
  readonly voucher: ProgrammeVoucher;
  /** The how many-th of its kind on the card. */
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
  /** The member's level then. */
  readonly membershipId: number;
  /** When the guest was there; entered then or later. */
  readonly visitAt: number;
  /** First letters of the bill's number. */
  readonly outlet: 'FB' | 'RM' | 'SP';
  readonly food: number;
  readonly room: number;
  readonly others: number;
  readonly staff: string;
  readonly remark: string | null;
}

/** The life of a member in the programme: all records that are entered about one. */
export interface Life {
  readonly sales: readonly SaleDraft[];
  readonly cards: readonly CardDraft[];
  readonly visits: readonly VisitDraft[];
}
