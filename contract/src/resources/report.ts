import { text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';
import { lockedReasonField } from '../rules/lock-reasons.ts';

export const report = defineResource({
  key: 'report',
  label: { en: 'Report', id: 'Laporan' },
  labels: { en: 'Reports', id: 'Laporan' },
  permission: 'REPORT',
  path: '/others/report',
  icon: 'file-chart-column',
  display: { name: ['name'], code: 'key' },
  fields: {
    key: text('Report Key', 'Kunci laporan', { code: true, max: 80, width: 200 }),
    name: text('Name', 'Nama', { required: true, width: 260 }),
    locked_reason: lockedReasonField('reserved'),
  },
  list: ['id', 'key', 'name', 'updated_at', 'updated_by.name'],
  unique: [{ fields: ['key'] }],
  related: [{ resource: 'report_column', by: 'report_id' }],
  protected: true,
});
