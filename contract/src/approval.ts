import type { Label } from './label.ts';

/** The kinds of approval, and the permission code that it takes to decide each. */
export const APPROVALS = {
  discount: { needs: 'STORE_TRANSACTION', label: { en: 'Discount', id: 'Diskon' } },
  free_membership: { needs: 'STORE_TRANSACTION', label: { en: 'Free membership', id: 'Keanggotaan gratis' } },
  level: { needs: 'UPDATE_MEMBER', label: { en: 'Level by hand', id: 'Tingkat manual' } },
  card: { needs: 'STORE_MEMBER_CARD', label: { en: 'Card made manually', id: 'Kartu dibuat manual' } },
  voucher: { needs: 'STORE_MEMBER_VOUCHER', label: { en: 'Voucher made manually', id: 'Voucher dibuat manual' } },
  extension: { needs: 'UPDATE_MEMBER_VOUCHER', label: { en: 'Extended voucher', id: 'Perpanjangan voucher' } },
  upgrade: { needs: 'UPDATE_MEMBER', label: { en: 'Upgrade of a free member', id: 'Kenaikan tingkat anggota gratis' } },
  refund: { needs: 'DELETE_TRANSACTION', label: { en: 'Refund', id: 'Pengembalian dana' } },
  reopen_month: { needs: 'UPDATE_MONTH_CLOSE', label: { en: 'Re-open a month', id: 'Buka kembali bulan' } },
} as const satisfies Record<string, { readonly needs: string; readonly label: Label }>;

export type ApprovalKind = keyof typeof APPROVALS;

/** The codes of which any decides, and may ask for, some kind of approval: they open the page, its calls and its entry in the menu. */
export const APPROVAL_RIGHTS: readonly string[] = [...new Set(Object.values(APPROVALS).map(({ needs }) => needs))];

/** Days after which nobody can decide any more. */
export const APPROVAL_DAYS = 7;
