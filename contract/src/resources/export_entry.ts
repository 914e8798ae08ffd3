import { integer, text, textarea } from '../field.ts';
import { defineResource } from '../resource.ts';

/** The lists and reports that were taken out as files: user, moment and question. */
export const export_entry = defineResource({
  key: 'export_entry',
  label: { en: 'Export', id: 'Ekspor' },
  labels: { en: 'Exports', id: 'Ekspor' },
  permission: 'AUDIT',
  path: '/others/exports',
  icon: 'file-down',
  display: { name: ['id'] },
  fields: {
    resource: text('List or report', 'Daftar atau laporan', {
      computed: true,
      required: true,
      width: 180,
      unsearched: true,
    }),
    format: text('Format', 'Format', { computed: true, required: true, width: 90, unsearched: true }),
    rows: integer('Rows', 'Baris', { computed: true, width: 100 }),
    columns: textarea('Columns', 'Kolom', { computed: true, required: true, width: 320, unsearched: true }),
    question: textarea('Question', 'Pertanyaan', { computed: true, required: true, width: 320, unsearched: true }),
    request_id: text('Request', 'Permintaan', { computed: true, required: true, width: 220, unsearched: true }),
    ip: text('IP address', 'Alamat IP', { computed: true, width: 140, unsearched: true }),
  },
  list: [
    { column: 'created_at', label: { en: 'When', id: 'Waktu' } },
    { column: 'created_by.name', label: { en: 'By', id: 'Oleh' } },
    'resource',
    'format',
    'rows',
    'columns',
    'question',
    { column: 'request_id', hidden: true },
    { column: 'ip', hidden: true },
  ],
  order: '-id',
  scope: { user: 'created_by_id' },
  readOnly: true,
  view: true,
});
