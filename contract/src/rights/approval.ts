import type { Label } from '../texts/label.ts';

/** The kinds of approval, and the permission code required to decide each. */
export const APPROVALS = {
  discount: { needs: 'STORE_TRANSACTION', label: { en: 'Discount', id: 'Diskon' } },
  free_membership: {
    needs: 'STORE_TRANSACTION',
    label: { en: 'Complimentary membership', id: 'Keanggotaan komplimen' },
  },
  tier: { needs: 'UPDATE_MEMBER', label: { en: 'Manual tier', id: 'Tingkat manual' } },
  card: { needs: 'STORE_MEMBER_CARD', label: { en: 'Manual card', id: 'Kartu manual' } },
  voucher: { needs: 'STORE_MEMBER_VOUCHER', label: { en: 'Manual voucher', id: 'Voucher manual' } },
  extension: { needs: 'UPDATE_MEMBER_VOUCHER', label: { en: 'Voucher extension', id: 'Perpanjangan voucher' } },
  upgrade: {
    needs: 'UPDATE_MEMBER',
    label: { en: 'Upgrade of a free member', id: 'Kenaikan tingkat anggota gratis' },
  },
  refund: { needs: 'DELETE_TRANSACTION', label: { en: 'Refund', id: 'Pengembalian dana' } },
  cancellation: { needs: 'DELETE_TRANSACTION', label: { en: 'Cancellation', id: 'Pembatalan' } },
  reopen_month: { needs: 'UPDATE_MONTH_CLOSE', label: { en: 'Reopen a month', id: 'Buka kembali bulan' } },
} as const satisfies Record<string, { readonly needs: string; readonly label: Label }>;

export type ApprovalKind = keyof typeof APPROVALS;

/**
 * Codes that allow deciding or requesting some kind of approval. Any of them opens the page, its calls and its menu
 * entry.
 */
export const APPROVAL_RIGHTS: readonly string[] = [...new Set(Object.values(APPROVALS).map(({ needs }) => needs))];

/** Days after which an approval can no longer be decided. */
export const APPROVAL_DAYS = 7;
