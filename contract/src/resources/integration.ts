import { flag, reference, secret, text, textarea } from '../field.ts';
import { defineResource } from '../resource.ts';

export const integration = defineResource({
  key: 'integration',
  label: { en: 'Integration', id: 'Integrasi' },
  labels: { en: 'Integrations', id: 'Integrasi' },
  permission: 'INTEGRATION',
  path: '/system/integration',
  icon: 'plug',
  single: true,
  display: { name: ['name'] },
  fields: {
    hotel_id: reference('hotel', 'Hotel', 'Hotel', { required: true, owned: true, width: 200 }),
    name: text('Property name', 'Nama properti', { required: true, width: 220 }),
    description: textarea('Description', 'Keterangan', { max: 2000, width: 300 }),
    access_token: secret('Access token', 'Token akses', {
      generated: true,
      token: true,
      hint: {
        en: 'Made by the system when left empty; shown once',
        id: 'Dibuat sistem bila dikosongkan; ditampilkan sekali',
      },
    }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
  },
  list: ['id', 'name', 'description', 'hotel.code', 'hotel.name', 'is_active'],
  scope: { hotel: ['hotel_id'] },
});
