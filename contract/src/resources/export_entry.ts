import { integer, text, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

/** Lists and reports exported as files: user, time and query. */
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
      excludedFromSearch: true,
      exportedFile: true,
    }),
    format: text('Format', 'Format', { computed: true, required: true, width: 90, excludedFromSearch: true }),
    rows: integer('Rows', 'Baris', { computed: true, width: 100 }),
    columns: textarea('Columns', 'Kolom', {
      computed: true,
      required: true,
      width: 320,
      excludedFromSearch: true,
      exportedPart: 'columns',
    }),
    question: textarea('Query', 'Kueri', {
      computed: true,
      required: true,
      width: 320,
      excludedFromSearch: true,
      exportedPart: 'query',
    }),
    request_id: text('Request', 'Permintaan', { computed: true, required: true, width: 220, excludedFromSearch: true }),
    ip: text('IP address', 'Alamat IP', { computed: true, width: 140, excludedFromSearch: true }),
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
