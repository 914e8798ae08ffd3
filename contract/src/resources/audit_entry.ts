import { choice, integer, json, reference, text, textarea } from '../fields/kinds.ts';
import type { Label } from '../texts/label.ts';
import { defineResource } from '../fields/definition.ts';

/** The audit log as a list: each change of a record, with its user. The argument is the resources that it covers. */
export const defineAuditEntry = (subjects: Readonly<Record<string, { readonly label: Label }>>) =>
  defineResource({
    key: 'audit_entry',
    label: { en: 'Audit entry', id: 'Entri audit' },
    labels: { en: 'Audit log', id: 'Log audit' },
    permission: 'AUDIT',
    path: '/others/audit',
    icon: 'history',
    display: { name: ['id'] },
    fields: {
      actor_kind: choice('Author', 'Pelaku', {
        computed: true,
        required: true,
        width: 110,
        choices: [
          { value: 'user', label: { en: 'User', id: 'Pengguna' } },
          { value: 'integration', label: { en: 'Hotel system', id: 'Sistem hotel' } },
          { value: 'guest', label: { en: 'Guest', id: 'Tamu' } },
          { value: 'system', label: { en: 'Innkeeper', id: 'Innkeeper' } },
        ],
      }),
      integration_id: reference('integration', 'System', 'Sistem', { computed: true, owned: true, width: 140 }),
      resource: choice('Record type', 'Jenis data', {
        computed: true,
        required: true,
        width: 140,
        choices: [
          ...Object.entries(subjects).map(([value, { label }]) => ({ value, label })),
          // The log's lines written before this resource was renamed.
          { value: 'unusual_act', label: { en: 'Exception (earlier entries)', id: 'Transaksi janggal (entri lama)' } },
        ],
      }),
      record_id: integer('Record', 'Data', { computed: true, required: true, width: 90 }),
      record_name: text('Name or number', 'Nama atau nomor', { computed: true, width: 150, excludedFromSearch: true }),
      action: choice('Action', 'Tindakan', {
        computed: true,
        required: true,
        width: 100,
        choices: [
          { value: 'create', label: { en: 'Created', id: 'Dibuat' }, tone: 'success' },
          { value: 'update', label: { en: 'Changed', id: 'Diubah' }, tone: 'info' },
          { value: 'delete', label: { en: 'Deleted', id: 'Dihapus' }, tone: 'danger' },
          { value: 'restore', label: { en: 'Restored', id: 'Dipulihkan' }, tone: 'warning' },
        ],
      }),
      changes: textarea('Changes', 'Perubahan', {
        computed: true,
        width: 380,
        excludedFromSearch: true,
        changesColumn: 'changed',
      }),
      changed: json('Changed fields', 'Kolom yang diubah', { computed: true, derived: true, isDescribed: true }),
      hotel_id: reference('hotel', 'Hotel', 'Hotel', { computed: true, owned: true, width: 110 }),
      member_id: reference('member', 'Member', 'Anggota', { computed: true, owned: true, width: 170 }),
      owner_id: reference('member', 'Member of the record', 'Anggota pemilik data', { computed: true, owned: true }),
      request_id: text('Request', 'Permintaan', { computed: true, width: 220, excludedFromSearch: true }),
      ip: text('IP address', 'Alamat IP', { computed: true, width: 140, excludedFromSearch: true }),
    },
    list: [
      { column: 'created_at', label: { en: 'When', id: 'Waktu' } },
      { column: 'created_by.name', label: { en: 'By', id: 'Oleh' }, width: 230 },
      'action',
      'resource',
      'record_name',
      'changes',
      'hotel.code',
      'member.name',
      'actor_kind',
      { column: 'created_by.username', label: { en: 'User name', id: 'Nama pengguna' }, hidden: true },
      { column: 'integration.name', hidden: true },
      { column: 'record_id', hidden: true },
      { column: 'request_id', hidden: true },
      { column: 'ip', hidden: true },
    ],
    // People's changes first; those of systems are far more.
    opening: [{ column: 'actor_kind', operator: 'includes', value: 'user,guest' }],
    order: '-id',
    scope: { kind: 'resource', hotel: ['hotel_id', 'owner.hotel_id', 'owner.register_hotel_id'] },
    readOnly: true,
    view: true,
  });
