import { choice } from './field.ts';
import type { Label } from './label.ts';
import type { ResourceDefinition } from './resource.ts';

/** Why records stay where they are: no rule that somebody may get round, but what stands in the record itself. */
const REASONS = {
  month_closed: { en: 'The month is closed.', id: 'Bulannya sudah ditutup.' },
  reversal: { en: 'A reversal stands as it was made.', id: 'Pembalikan tidak dapat diubah atau dibatalkan.' },
  reversed: { en: 'This was reversed already.', id: 'Ini sudah dibalik.' },
  refunded: {
    en: 'A part of it was refunded: cancel that refund first.',
    id: 'Sebagian dananya sudah dikembalikan: batalkan pengembalian itu terlebih dahulu.',
  },
  refund_cancelled: {
    en: 'A cancelled refund is not restored: refund again.',
    id: 'Pengembalian dana yang dibatalkan tidak dapat dipulihkan: kembalikan dananya lagi.',
  },
  cancelled: {
    en: 'It was cancelled with its sale, and comes back with it alone.',
    id: 'Dibatalkan bersama penjualannya, dan hanya kembali bersama penjualan itu.',
  },
  settled: { en: 'It stands as its sale was made.', id: 'Tetap seperti saat penjualannya dibuat.' },
  redeemed: { en: 'It was redeemed: void the redemption first.', id: 'Sudah ditukar: batalkan penukarannya dahulu.' },
  used: {
    en: 'A voucher of it was redeemed: void that redemption first.',
    id: 'Vouchernya sudah ditukar: batalkan penukaran itu dahulu.',
  },
  reserved: { en: 'It belongs to the system.', id: 'Ini milik sistem.' },
} as const satisfies Readonly<Record<string, Label>>;

export type StayReason = keyof typeof REASONS;

/** The field that tells why a record can be deleted by nobody; null where it can. The first reason that holds counts. */
export const staysBecause = (...reasons: readonly StayReason[]) =>
  choice('Stays because', 'Tetap karena', {
    computed: true,
    derived: true,
    width: 200,
    choices: reasons.map((value) => ({ value, label: REASONS[value] })),
  });

/** Reasons why a deleted record is not restored by itself. */
const NOT_RESTORED: readonly StayReason[] = ['cancelled', 'refund_cancelled'];

/** The acts that a record of a list allows. */
export type RecordAct = 'edit' | 'delete' | 'restore';

/**
 * Why an act on a record would be refused, whoever tries it; null where it may be tried. Of a closed month nothing is restored either,
 * nor changed where the whole record is of the month; what was cancelled with a sale is restored with it.
 */
export function whyNot(d: ResourceDefinition, record: Readonly<Record<string, unknown>>, act: RecordAct): Label | null {
  const reason = record['stays_because'];
  const isOfMonth = reason === ('month_closed' satisfies StayReason);
  const isWhole = d.month !== undefined && !('only' in d.month && d.month.only);
  const holds = {
    edit: isOfMonth && isWhole,
    delete: true,
    restore: isOfMonth || NOT_RESTORED.some((one) => one === reason),
  };
  return holds[act] ? stayLabel(d, record) : null;
}

/** The words of the reason why a record stays; null where there is none. */
export function stayLabel(d: ResourceDefinition, record: Readonly<Record<string, unknown>>): Label | null {
  const field = d.fields['stays_because'];
  if (field?.kind !== 'choice') return null;
  return field.choices.find(({ value }) => value === record['stays_because'])?.label ?? null;
}
