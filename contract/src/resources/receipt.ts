import { date, integer, reference, text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const receipt = defineResource({
  key: 'receipt',
  label: { en: 'Receipt', id: 'Kuitansi' },
  labels: { en: 'Receipts', id: 'Kuitansi' },
  permission: 'TRANSACTION',
  path: '/finance/receipt',
  icon: 'receipt',
  display: { name: ['receipt_no'] },
  fields: {
    receipt_no: text('Receipt No', 'No. kuitansi', { computed: true, required: true, width: 190 }),
    number: integer('Number', 'Nomor', { computed: true, required: true, min: 1, width: 110 }),
    transaction_id: reference('transaction', 'Transaction', 'Transaksi', {
      computed: true,
      required: true,
      owned: true,
      historical: true,
      width: 150,
    }),
    hotel_id: reference('hotel', 'Hotel', 'Hotel', { computed: true, required: true, width: 160 }),
    receipt_date: date('Printed on', 'Dicetak pada', { computed: true, required: true, width: 140 }),
    copies: integer('Copies', 'Salinan', { computed: true, default: 0, min: 0, width: 100 }),
  },
  relations: { member: 'transaction.member' },
  list: [
    'id',
    'receipt_no',
    'receipt_date',
    'hotel.code',
    'transaction.transaction_no',
    'member.name',
    { column: 'transaction.grand_total', label: { en: 'Amount', id: 'Jumlah' } },
    'copies',
    'created_by.name',
    { column: 'transaction.void_reason', label: { en: 'Cancellation reason', id: 'Alasan pembatalan' } },
    { column: 'number', hidden: true },
    { column: 'transaction.currency', label: { en: 'Currency', id: 'Mata uang' }, hidden: true },
  ],
  order: '-id',
  scope: { hotel: ['hotel_id', 'transaction.member.hotel_id', 'transaction.member.register_hotel_id'] },
  readOnly: true,
});
