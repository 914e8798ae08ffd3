import type { Nested } from './resource.ts';

/** Entries of a member's timeline at most. */
export const TIMELINE_MAX = 60;

/** Mails about a member and the card at hand that staff may send once more, by the code of their mail type. */
export const MEMBER_MAILS = ['welcome', 'renewal', 'expiry-reminder', 'birthday'] as const;
export type MemberMail = (typeof MEMBER_MAILS)[number];

/** What happened to a member. */
export const TIMELINE_KINDS = [
  'sold',
  'renewed',
  'given',
  'charged',
  'cancelled',
  'card_issued',
  'upgraded',
  'set_by_hand',
  'withdrawn',
  'redeemed',
  'voided',
  'visited',
  'mailed',
  'called',
  'merged',
  'merge_undone',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** The resources whose records a timeline is made of. */
export const TIMELINE_RESOURCES = [
  'transaction',
  'member_card',
  'voucher_redeem',
  'visit',
  'mail_log',
  'member_call',
  'member',
] as const;
export type TimelineResource = (typeof TIMELINE_RESOURCES)[number];

/** One thing that happened. What is said of it is data; the console has the words around it. */
export interface TimelineEntry {
  readonly at: string;
  readonly kind: TimelineKind;
  readonly resource: TimelineResource;
  readonly id: number;
  /** The number of the record; none of a mail, a call or a merge. */
  readonly number: string | null;
  /** The membership, the voucher, the subject of the mail, the other member of a merge. */
  readonly name: string | null;
  /** The same in Indonesian, where it has a name of its own there. */
  readonly name_id: string | null;
  /** Why a redemption was voided or a level set; what was said on a call. */
  readonly note: string | null;
  /** Delivery status of a mail, outcome of a call. */
  readonly state: string | null;
  /** Local amount, 3 decimals. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly decimals: number | null;
  readonly hotel: Nested | null;
  /** Nobody, where it followed by itself. */
  readonly by: Nested | null;
}

/** The bills of visits in one currency. */
export interface SpendTotal {
  readonly currency: string;
  readonly decimals: number;
  readonly visits: number;
  /** 3 decimals. */
  readonly total: string;
}

export interface Spend {
  readonly visits: number;
  readonly totals: readonly SpendTotal[];
  /** By the rates of their days, 2 decimals; visits without a rate are left out. */
  readonly usd: string;
}

/** A redemption as the page of its member shows it. */
export interface OverviewRedemption {
  readonly id: number;
  readonly redeem_no: string;
  readonly redeem_date: string;
  readonly name: string;
  readonly name_id: string;
  readonly voucher_no: string;
  readonly hotel: Nested;
}

/** `data` of `GET /api/member/{id}/overview`. Null is what the actor may not view. */
export interface MemberOverview {
  readonly spend: (Spend & { readonly this_year: Spend }) | null;
  /** Those in force: how many, and the newest five. */
  readonly redeemed: { readonly count: number; readonly recent: readonly OverviewRedemption[] } | null;
  /** Mails that the actor may send, and why one cannot be sent now, in the language of the request. */
  readonly mails: readonly { readonly mail_type: MemberMail; readonly reason: string | null }[] | null;
  /** The newest first. */
  readonly timeline: readonly TimelineEntry[];
}

/** Body of `POST /api/member/{id}/mail`. */
export interface MemberMailInput {
  readonly mail_type: MemberMail;
}

/** `data` of the same. */
export interface MemberMailSent {
  readonly mail_type: MemberMail;
  readonly recipient: string;
}
