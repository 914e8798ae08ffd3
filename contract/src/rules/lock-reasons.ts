import { choice } from '../fields/kinds.ts';
import type { Label } from '../texts/label.ts';
import type { ResourceDefinition } from '../fields/definition.ts';

/** Why records are locked. Each reason follows from the record itself, so no permission overrides it. */
const LOCK_REASON_LABELS = {
  month_closed: { en: 'The month is closed.', id: 'Bulannya sudah ditutup.' },
  reversal: { en: 'A reversal cannot be changed.', id: 'Pembalikan tidak dapat diubah.' },
  reversed: { en: 'Already reversed.', id: 'Sudah dilakukan pembalikan.' },
  refunded: {
    en: 'Partly refunded. Cancel the refund first.',
    id: 'Sebagian dananya sudah dikembalikan. Batalkan pengembalian itu terlebih dahulu.',
  },
  refund_cancelled: {
    en: 'A cancelled refund cannot be restored. Refund again.',
    id: 'Pengembalian dana yang dibatalkan tidak dapat dipulihkan. Kembalikan dananya lagi.',
  },
  cancelled: {
    en: 'Cancelled with its sale. Restore the sale instead.',
    id: 'Dibatalkan bersama penjualannya. Pulihkan penjualannya.',
  },
  settled: { en: 'Set by the sale.', id: 'Ditetapkan oleh penjualan.' },
  redeemed: { en: 'Redeemed. Void the redemption first.', id: 'Sudah ditukar. Batalkan penukarannya terlebih dahulu.' },
  used: {
    en: 'One of its vouchers is redeemed. Void the redemption first.',
    id: 'Salah satu vouchernya sudah ditukar. Batalkan penukarannya terlebih dahulu.',
  },
  renewed: {
    en: 'The membership is renewed with this decision. Cancel the renewal first.',
    id: 'Keanggotaan sudah diperpanjang dengan keputusan ini. Batalkan perpanjangannya terlebih dahulu.',
  },
  reserved: { en: 'Reserved by the system.', id: 'Bawaan sistem.' },
} as const satisfies Readonly<Record<string, Label>>;

export type LockReason = keyof typeof LOCK_REASON_LABELS;

/**
 * The field with the reason why nobody can delete a record; null if it can be deleted. The first applicable reason
 * wins.
 */
export const lockedReasonField = (...reasons: readonly LockReason[]) =>
  choice('Locked because', 'Terkunci karena', {
    computed: true,
    derived: true,
    shownOnly: true,
    width: 200,
    choices: reasons.map((value) => ({ value, label: LOCK_REASON_LABELS[value] })),
  });

/** Reasons why a deleted record cannot be restored separately. */
const NOT_RESTORABLE: readonly LockReason[] = ['cancelled', 'refund_cancelled'];

/** The actions that a list offers for a record. */
export type LockableAction = 'edit' | 'delete' | 'restore';

/**
 * Why an action on a record would be rejected for every user; null if it may be tried. A record of a closed month
 * cannot be restored, nor edited if the month locks the whole record. A record that was cancelled with a sale can only
 * be restored with it.
 */
export function lockReasonFor(
  definition: ResourceDefinition,
  record: Readonly<Record<string, unknown>>,
  action: LockableAction,
): Label | null {
  const reason = record['locked_reason'];
  const isMonthClosed = reason === ('month_closed' satisfies LockReason);
  const isWholeRecordLocked = definition.month !== undefined && !('only' in definition.month && definition.month.only);
  const isBlocked = {
    edit: isMonthClosed && isWholeRecordLocked,
    delete: true,
    restore: isMonthClosed || NOT_RESTORABLE.some((notRestorable) => notRestorable === reason),
  };
  return isBlocked[action] ? lockLabel(definition, record) : null;
}

/** The label of the reason why a record is locked; null if it is not locked. */
export function lockLabel(definition: ResourceDefinition, record: Readonly<Record<string, unknown>>): Label | null {
  const field = definition.fields['locked_reason'];
  if (field?.kind !== 'choice') return null;
  return field.choices.find(({ value }) => value === record['locked_reason'])?.label ?? null;
}
