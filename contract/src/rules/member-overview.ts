/** Maximum entries of a member's timeline. */
export const MAX_TIMELINE_ENTRIES = 60;

/** Mail type codes of the mails about a member and the current card that staff may resend. */
export const MEMBER_MAILS = ['welcome', 'renewal', 'expiry-reminder', 'birthday'] as const;
export type MemberMailType = (typeof MEMBER_MAILS)[number];

/** The kinds of events of a member. */
export const TIMELINE_KINDS = [
  'sold',
  'renewed',
  'upgrade_sold',
  'given',
  'charged',
  'cancelled',
  'reversed',
  'refunded',
  'refund_cancelled',
  'cancel_undone',
  'card_issued',
  'upgraded',
  'tier_set',
  'withdrawn',
  'redeemed',
  'voided',
  'void_undone',
  'visited',
  'mailed',
  'called',
  'merged',
  'merge_undone',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** The resources whose records appear in a timeline. */
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
