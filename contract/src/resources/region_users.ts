import { reference } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const region_users = defineResource({
  key: 'region_users',
  label: { en: 'Region user', id: 'Pengguna wilayah' },
  labels: { en: 'Region users', id: 'Pengguna wilayah' },
  permission: 'REGION',
  path: '/system/region-users',
  icon: 'map-pin',
  display: { name: ['id'] },
  fields: {
    region_id: reference('region', 'Region', 'Wilayah', { required: true, width: 180 }),
    user_id: reference('users', 'User', 'Pengguna', { required: true, width: 200 }),
    restrict_hotel_id: reference('hotel', 'Property assignment', 'Penugasan properti', {
      width: 220,
      hint: { en: 'Leave empty for the whole region', id: 'Kosongkan untuk seluruh wilayah' },
    }),
  },
  list: ['id', 'region.code', 'region.name', 'user.name', 'user.email', 'restrict_hotel.code', 'restrict_hotel.name'],
  scope: { hotel: ['restrict_hotel_id'], region: ['region_id'], user: 'user_id' },
  unique: [{ fields: ['region_id', 'user_id', 'restrict_hotel_id'] }],
});
