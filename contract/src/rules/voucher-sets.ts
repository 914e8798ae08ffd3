/** Sets of vouchers to start from, in the order in which they are offered. */
export const VOUCHER_SETS = [
  { value: 'common', label: { en: 'A bit of everything', id: 'Campuran' } },
  { value: 'dining', label: { en: 'Dining', id: 'Makan dan minum' } },
  { value: 'stay', label: { en: 'Stay', id: 'Menginap' } },
  { value: 'spa', label: { en: 'Spa and leisure', id: 'Spa dan rekreasi' } },
  { value: 'family', label: { en: 'Family', id: 'Keluarga' } },
] as const;

export type VoucherSetKey = (typeof VOUCHER_SETS)[number]['value'];
export const DEFAULT_VOUCHER_SET: VoucherSetKey = 'common';
