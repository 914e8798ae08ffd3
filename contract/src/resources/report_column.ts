import { choice, flag, integer, reference, text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const report_column = defineResource({
  key: 'report_column',
  label: { en: 'Report column', id: 'Kolom laporan' },
  labels: { en: 'Report columns', id: 'Kolom laporan' },
  permission: 'REPORT',
  path: '/others/report-column',
  icon: 'columns-3',
  display: { name: ['table_name', 'column_name'] },
  fields: {
    report_id: reference('report', 'Report', 'Laporan', { required: true, width: 200 }),
    table_name: text('Table', 'Tabel', { required: true, max: 80, width: 160 }),
    column_name: text('Column', 'Kolom', { required: true, max: 120, width: 180 }),
    sort_no: integer('Sort number', 'Nomor urut', { required: true, min: 0, width: 110 }),
    label: text('Label', 'Label', { width: 180 }),
    align: choice('Alignment', 'Perataan', {
      default: 'left',
      width: 120,
      choices: [
        { value: 'left', label: { en: 'Left', id: 'Kiri' } },
        { value: 'center', label: { en: 'Center', id: 'Tengah' } },
        { value: 'right', label: { en: 'Right', id: 'Kanan' } },
      ],
    }),
    formatter: choice('Formatter', 'Format tampilan', {
      width: 130,
      choices: [
        { value: 'date', label: { en: 'Date', id: 'Tanggal' } },
        { value: 'time', label: { en: 'Time', id: 'Waktu' } },
        { value: 'dateTime', label: { en: 'Date and time', id: 'Tanggal dan waktu' } },
        { value: 'number', label: { en: 'Number', id: 'Angka' } },
      ],
    }),
    is_checked: flag('Default Checked', 'Otomatis dicentang', { required: true, initial: 1, width: 150 }),
  },
  list: [
    'id',
    'report.name',
    'table_name',
    'column_name',
    'sort_no',
    'label',
    'align',
    'formatter',
    'is_checked',
    'updated_at',
    'updated_by.name',
  ],
});
