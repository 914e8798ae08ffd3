import { text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const region = defineResource({
  key: 'region',
  label: { en: 'Region', id: 'Wilayah' },
  labels: { en: 'Regions', id: 'Wilayah' },
  permission: 'REGION',
  publicList: ['code', 'name'],
  path: '/system/region',
  icon: 'map',
  display: { name: ['name'], code: 'code' },
  isSetup: true,
  fields: {
    code: text('Code', 'Kode', { code: true, required: true, max: 20, upper: true, width: 120 }),
    name: text('Name', 'Nama', { required: true, width: 240 }),
  },
  list: ['id', 'code', 'name'],
  order: 'id',
  unique: [{ fields: ['code'], ignoreCase: true }],
  related: [
    { resource: 'country', by: 'region_id' },
    { resource: 'region_users', by: 'region_id' },
  ],
  protected: true,
});
