import { decimal, integer, money, option, reference, text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';
import { SALE_CODES } from '../rules/sales.ts';
import { lockedReasonField } from '../rules/lock-reasons.ts';

export const transaction_detail = defineResource({
  key: 'transaction_detail',
  label: { en: 'Transaction detail', id: 'Rincian transaksi' },
  labels: { en: 'Transaction details', id: 'Rincian transaksi' },
  permission: 'TRANSACTION_DETAIL',
  path: '/finance/transaction-detail',
  icon: 'list-ordered',
  display: { name: ['description'] },
  fields: {
    transaction_id: reference('transaction', 'Transaction', 'Transaksi', { required: true, owned: true, width: 160 }),
    spend_type_id: option('spend-type', 'Fee type', 'Jenis biaya', {
      generated: true,
      width: 160,
      hint: { en: 'Defaults to the transaction type', id: 'Bawaan: menurut jenis transaksi' },
    }),
    description: text('Description', 'Keterangan', { width: 260 }),
    quantity: integer('Quantity', 'Jumlah', { min: 0, max: 1_000_000, default: 1, width: 110 }),
    unit_price: money('Unit price', 'Harga satuan', { required: true, currency: 'transaction.currency', width: 140 }),
    sub_total: money('Sub total', 'Subtotal', {
      computed: true,
      generated: true,
      currency: 'transaction.currency',
      width: 150,
    }),
    sub_total_usd: decimal('Sub total (USD)', 'Subtotal (USD)', { computed: true, scale: 2, width: 150 }),
    locked_reason: lockedReasonField('cancelled', 'month_closed', 'settled'),
  },
  // The hotel at which the record counts.
  relations: { hotel: 'transaction.hotel' },
  list: [
    'id',
    { column: 'transaction.transaction_no', width: 130 },
    { column: 'transaction.transaction_type.name', hidden: true },
    { column: 'spend_type.name', width: 150 },
    { column: 'description', width: 170 },
    { column: 'quantity', width: 90 },
    { column: 'unit_price', width: 145 },
    'sub_total',
    { column: 'sub_total_usd', width: 130 },
    'transaction.currency',
  ],
  immutable: { option: { by: 'transaction.transaction_type', codes: SALE_CODES }, reasons: ['settled'], except: [] },
  month: { through: 'transaction_id' },
  scope: { hotel: ['transaction.hotel_id', 'transaction.member.hotel_id', 'transaction.member.register_hotel_id'] },
});
