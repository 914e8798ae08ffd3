import { money, reference, text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const membership_price = defineResource({
  key: 'membership_price',
  label: { en: 'Currency price', id: 'Harga per mata uang' },
  labels: { en: 'Prices by currency', id: 'Harga per mata uang' },
  permission: 'MEMBERSHIP',
  path: '/system/membership-price',
  icon: 'banknote',
  display: { name: ['currency'] },
  fields: {
    membership_id: reference('membership', 'Membership', 'Keanggotaan', { required: true, owned: true, width: 200 }),
    currency: text('Currency', 'Mata uang', {
      code: true,
      required: true,
      max: 3,
      upper: true,
      pattern: '^[A-Z]{3}$',
      width: 110,
      hint: {
        en: 'Used at hotels with this currency instead of the converted price',
        id: 'Dipakai di hotel dengan mata uang ini, menggantikan harga konversi',
      },
    }),
    price: money('Price', 'Harga', { required: true, width: 150 }),
    renewal_price: money('Renewal price', 'Harga perpanjangan', { required: true, width: 160 }),
  },
  list: ['id', { column: 'membership.name', width: 200 }, 'currency', 'price', 'renewal_price'],
  unique: [{ fields: ['membership_id', 'currency'] }],
});
