import { choice, email, instant, option, reference, text, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';
import { SKIP_REASONS } from '../rules/mail-address.ts';

export const mail_log = defineResource({
  key: 'mail_log',
  label: { en: 'Mail log', id: 'Log email' },
  labels: { en: 'Mail log', id: 'Log email' },
  permission: 'MAIL_LOG',
  path: '/system/mail-log',
  icon: 'mail-check',
  display: { name: ['subject'] },
  fields: {
    mail_type_id: option('mail-type', 'Mail type', 'Jenis email', { computed: true, width: 160 }),
    recipient: email('Recipient', 'Penerima', { computed: true, required: true, width: 240 }),
    subject: text('Subject', 'Subjek', { computed: true, required: true, width: 300 }),
    delivery_status: choice('Delivery status', 'Status pengiriman', {
      computed: true,
      default: 'queued',
      width: 130,
      choices: [
        { value: 'queued', label: { en: 'Queued', id: 'Dalam antrean' }, tone: 'info' },
        { value: 'sent', label: { en: 'Sent', id: 'Terkirim' }, tone: 'success' },
        { value: 'failed', label: { en: 'Failed', id: 'Gagal' }, tone: 'danger' },
        { value: 'bounced', label: { en: 'Bounced', id: 'Terpental' }, tone: 'danger' },
        { value: 'complained', label: { en: 'Reported as spam', id: 'Dilaporkan spam' }, tone: 'danger' },
        { value: 'skipped', label: { en: 'Not sent', id: 'Tidak dikirim' }, tone: 'neutral' },
      ],
    }),
    track: text('Track', 'Pelacakan', {
      computed: true,
      width: 180,
      words: { opened: { en: 'opened', id: 'dibuka' }, clicked: { en: 'clicked', id: 'diklik' } },
    }),
    message: textarea('Message', 'Pesan', {
      computed: true,
      width: 300,
      displayTexts: [
        {
          prefix: 'Kept as ',
          text: {
            en: 'Stored on this server only: no mail relay is set up.',
            id: 'Hanya disimpan di server ini: server email keluar belum diatur.',
          },
        },
        ...Object.values(SKIP_REASONS).map((text) => ({ prefix: text.en, text })),
      ],
    }),
    member_id: reference('member', 'Member', 'Anggota', { computed: true, owned: true, width: 180 }),
    last_resend_at: instant('Last resent at', 'Terakhir dikirim ulang pada', { computed: true, width: 170 }),
  },
  // The hotel at which the record counts.
  relations: { hotel: 'member.hotel' },
  list: [
    'id',
    'mail_type.name',
    'recipient',
    'subject',
    'delivery_status',
    'track',
    'message',
    'member.name',
    'created_at',
    'last_resend_at',
  ],
  order: '-id',
  scope: { hotel: ['member.hotel_id', 'member.register_hotel_id'] },
  readOnly: true,
});
