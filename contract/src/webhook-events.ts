import type { Label } from './label.ts';

interface WebhookEvent {
  /** The resource of the message's record. */
  readonly resource: 'member' | 'member_card' | 'voucher_redeem' | 'visit' | 'transaction';
  readonly label: Label;
  readonly description: string;
}

/** The events that a webhook tells of. A receiver asks for each by a field of its record. */
export const WEBHOOK_EVENTS = {
  'member.created': {
    resource: 'member',
    label: { en: 'Member created', id: 'Anggota dibuat' },
    description: 'A member was entered.',
  },
  'member.updated': {
    resource: 'member',
    label: { en: 'Member updated', id: 'Anggota diubah' },
    description: 'What is told of a member changed, or the member was deleted, merged into another, or restored.',
  },
  'member.upgraded': {
    resource: 'member',
    label: { en: 'Member upgraded', id: 'Anggota naik tingkat' },
    description: 'A member rose to a membership of a higher rank, by whatever cause.',
  },
  'member.lapsed': {
    resource: 'member',
    label: { en: 'Membership ended', id: 'Keanggotaan berakhir' },
    description:
      'The standing of a member became `lapsed`, which the console calls ended: no card runs; one with visits to reach can no longer be renewed.',
  },
  'card.issued': {
    resource: 'member_card',
    label: { en: 'Card issued', id: 'Kartu terbit' },
    description: 'A member card was issued, or came back.',
  },
  'voucher.redeemed': {
    resource: 'voucher_redeem',
    label: { en: 'Voucher redeemed', id: 'Voucher ditukar' },
    description: 'A voucher was redeemed, or its redemption came back.',
  },
  'voucher.voided': {
    resource: 'voucher_redeem',
    label: { en: 'Redemption voided', id: 'Penukaran dibatalkan' },
    description: 'A redemption was voided: its voucher can be redeemed again.',
  },
  'visit.posted': {
    resource: 'visit',
    label: { en: 'Visit posted', id: 'Kunjungan dicatat' },
    description: 'A visit was posted, or came back.',
  },
  'visit.moved': {
    resource: 'visit',
    label: { en: 'Visit moved', id: 'Kunjungan dipindahkan' },
    description: 'A visit went to another member, also because two members were merged.',
  },
  'visit.deleted': {
    resource: 'visit',
    label: { en: 'Visit deleted', id: 'Kunjungan dihapus' },
    description: 'A visit was deleted.',
  },
  'sale.made': {
    resource: 'transaction',
    label: { en: 'Sale made', id: 'Penjualan dibuat' },
    description: 'A membership was sold, renewed or given, or its sale came back.',
  },
  'sale.cancelled': {
    resource: 'transaction',
    label: { en: 'Sale cancelled', id: 'Penjualan dibatalkan' },
    description: 'A sale, renewal or gift was cancelled, or reversed where its month is closed.',
  },
  'sale.refunded': {
    resource: 'transaction',
    label: { en: 'Sale refunded', id: 'Dana penjualan dikembalikan' },
    description: 'A part of a sale was refunded, or that refund was cancelled: the message has the sale.',
  },
} as const satisfies Readonly<Record<string, WebhookEvent>>;

export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;

export const webhookEvents = Object.keys(WEBHOOK_EVENTS) as WebhookEventName[]; // Object.keys forgets the key type

/** Hours in which a message is tried again before it is given up. */
export const WEBHOOK_HOURS = 24;
/** Characters of a receiver's answer that the log keeps. */
export const WEBHOOK_ANSWER_MAX = 500;
