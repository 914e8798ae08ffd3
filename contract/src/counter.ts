import type { ErrorCode } from './errors.ts';
import type { MemberMay } from './member-may.ts';
import type { Nested } from './resource.ts';

/** How far back a redemption may be written down. */
export const REDEEM_DAYS_BACK = 7;

/** A voucher of a guest, as it would be judged at a hotel on a day. */
export interface CounterVoucher {
  readonly id: number;
  readonly voucher_no: string;
  /** In English and in Indonesian. */
  readonly name: string;
  readonly name_id: string;
  /** Local amount, 3 decimals. */
  readonly nominal: string;
  readonly currency: string;
  /** First and last day, `YYYY-MM-DD`. */
  readonly redeem_date: string;
  readonly valid_until_date: string;
  readonly terms_condition: string;
  readonly terms_condition_id: string;
  /** Signed address of its picture. */
  readonly file_url: string;
  /** Null where it can be honoured there and then. */
  readonly refusal: ErrorCode | null;
  /** The refusal in words to read to the guest, in the language of the request. */
  readonly reason: string | null;
  /** Whether this is the one whose number was asked for. */
  readonly hit: boolean;
}

export interface CounterCard {
  readonly sbec_no: string;
  readonly membership: Nested;
  readonly end_date: string;
  readonly is_active: boolean;
}

/** From so many days before a birthday to so many after it, a counter is told of it. */
export const BIRTHDAY_DAYS = { before: 7, after: 3 } as const;

/** What a friendly word at the counter can be about. */
export interface CounterGreeting {
  /** Days to the birthday, none on the day itself, fewer after it; null at other times and for whoever may not read the member. */
  readonly birthday_in: number | null;
  /** Nothing of theirs was posted or redeemed at this hotel so far. */
  readonly is_first_visit: boolean;
}

/** A guest at the counter: whom it is about, and what there is to redeem. */
export interface CounterGuest {
  readonly member: {
    readonly id: number;
    readonly name: string;
    readonly is_active: boolean;
    /** One of the choices of `member.standing`. */
    readonly standing: string;
    readonly hotel: Nested;
    /** Of a hotel out of sight: nothing of the member can be opened from here. */
    readonly is_elsewhere: boolean;
  };
  /** The card at hand, or the last one; null without any. */
  readonly card: CounterCard | null;
  readonly greeting: CounterGreeting;
  /** What can be honoured first; nothing for whoever may not redeem. */
  readonly vouchers: readonly CounterVoucher[];
  /** How many are left out: used, cancelled, or on a card that ended, more than a year ago. */
  readonly left_out: number;
  readonly may: MemberMay;
}

/** `data` of `GET /api/voucher_redeem/counter?q=&member_id=&hotel_id=&redeem_date=`. */
export interface Counter {
  readonly hotel: Nested & {
    /** Code of its currency, and the decimals in which people there say an amount. */
    readonly currency: string;
    readonly decimals: number;
  };
  /** The day of the redemption there, `YYYY-MM-DD`. */
  readonly day: string;
  /** At most ten. */
  readonly guests: readonly CounterGuest[];
}
