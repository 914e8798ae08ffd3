import type { Label } from '../texts/label.ts';

interface WebhookEvent {
  /** The resource of the message's record. */
  readonly resource: 'member' | 'member_card' | 'voucher_redeem' | 'visit' | 'transaction';
  readonly label: Label;
  readonly description: string;
}

/** The events that webhooks report. A receiver subscribes to each by a field of its record. */
export const WEBHOOK_EVENTS = {
  'member.created': {
    resource: 'member',
    label: { en: 'Member created', id: 'Anggota dibuat' },
    description: 'A member was created.',
  },
  'member.updated': {
    resource: 'member',
    label: { en: 'Member updated', id: 'Anggota diubah' },
    description: 'Data of a member in messages changed, or the member was deleted, merged or restored.',
  },
  'member.upgraded': {
    resource: 'member',
    label: { en: 'Member upgraded', id: 'Anggota naik tingkat' },
    description: 'A member reached a higher tier, for any reason.',
  },
  'member.lapsed': {
    resource: 'member',
    label: { en: 'Membership lapsed', id: 'Keanggotaan tidak diperpanjang' },
    description:
      'The status of a member became `lapsed`: there is no active card. With a visit requirement, renewal is also no longer possible.',
  },
  'card.issued': {
    resource: 'member_card',
    label: { en: 'Card issued', id: 'Kartu terbit' },
    description: 'A member card was issued or restored.',
  },
  'voucher.redeemed': {
    resource: 'voucher_redeem',
    label: { en: 'Voucher redeemed', id: 'Voucher ditukar' },
    description: 'A voucher was redeemed, or its redemption was restored.',
  },
  'voucher.voided': {
    resource: 'voucher_redeem',
    label: { en: 'Redemption voided', id: 'Penukaran dibatalkan' },
    description: 'A redemption was voided. Its voucher can be redeemed again.',
  },
  'visit.posted': {
    resource: 'visit',
    label: { en: 'Visit posted', id: 'Kunjungan dicatat' },
    description: 'A visit was posted or restored.',
  },
  'visit.moved': {
    resource: 'visit',
    label: { en: 'Visit moved', id: 'Kunjungan dipindahkan' },
    description: 'A visit moved to another member, manually or by a merge.',
  },
  'visit.deleted': {
    resource: 'visit',
    label: { en: 'Visit deleted', id: 'Kunjungan dihapus' },
    description: 'A visit was deleted.',
  },
  'sale.made': {
    resource: 'transaction',
    label: { en: 'Sale made', id: 'Penjualan dibuat' },
    description: 'A membership was sold, renewed or issued free, or its sale was restored.',
  },
  'sale.cancelled': {
    resource: 'transaction',
    label: { en: 'Sale cancelled', id: 'Penjualan dibatalkan' },
    description: 'A sale, renewal or complimentary membership was cancelled, or reversed in a closed month.',
  },
  'sale.refunded': {
    resource: 'transaction',
    label: { en: 'Sale refunded', id: 'Dana penjualan dikembalikan' },
    description: 'A sale was refunded in part or in full, or a refund was cancelled. The message contains the sale.',
  },
} as const satisfies Readonly<Record<string, WebhookEvent>>;

export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;

// Object.keys loses the type of the keys
export const webhookEvents = Object.keys(WEBHOOK_EVENTS) as WebhookEventName[];

/** Hours for which delivery of a message is retried. */
export const WEBHOOK_HOURS = 24;
/** Maximum characters of a receiver's response that the log stores. */
export const MAX_WEBHOOK_RESPONSE = 500;
