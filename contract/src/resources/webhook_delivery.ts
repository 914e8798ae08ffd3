import { choice, instant, integer, reference, text, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';
import { MAX_WEBHOOK_RESPONSE, WEBHOOK_EVENTS, webhookEvents } from '../rules/webhook-events.ts';

export const webhook_delivery = defineResource({
  key: 'webhook_delivery',
  label: { en: 'Webhook message', id: 'Pesan webhook' },
  labels: { en: 'Webhook messages', id: 'Pesan webhook' },
  permission: 'INTEGRATION',
  path: '/system/webhook-message',
  icon: 'send',
  withoutMenuEntry: true,
  display: { name: ['about'] },
  fields: {
    webhook_id: reference('webhook', 'Webhook', 'Webhook', { computed: true, required: true, owned: true, width: 180 }),
    event: choice('Event', 'Peristiwa', {
      computed: true,
      required: true,
      width: 180,
      choices: webhookEvents.map((value) => ({ value, label: WEBHOOK_EVENTS[value].label })),
    }),
    about: text('Record', 'Data', { computed: true, required: true, width: 160 }),
    delivery_status: choice('Delivery status', 'Status pengiriman', {
      computed: true,
      default: 'queued',
      width: 130,
      choices: [
        { value: 'queued', label: { en: 'Queued', id: 'Dalam antrean' }, tone: 'info' },
        { value: 'sent', label: { en: 'Sent', id: 'Terkirim' }, tone: 'success' },
        { value: 'failed', label: { en: 'Failed', id: 'Gagal' }, tone: 'danger' },
      ],
    }),
    status_code: integer('Status code', 'Kode status', { computed: true, width: 110 }),
    answer: textarea('Response', 'Respons', { computed: true, max: MAX_WEBHOOK_RESPONSE, width: 300 }),
    duration_ms: integer('Milliseconds', 'Milidetik', { computed: true, width: 110 }),
    attempts: integer('Attempts', 'Percobaan', { computed: true, default: 0, width: 100 }),
    last_attempt_at: instant('Last attempt at', 'Percobaan terakhir pada', { computed: true, width: 170 }),
    next_attempt_at: instant('Next attempt at', 'Percobaan berikutnya pada', { computed: true, width: 170 }),
    message_id: text('Message ID', 'ID pesan', { computed: true, required: true, width: 320 }),
  },
  list: [
    'id',
    'webhook.name',
    'event',
    'about',
    'delivery_status',
    'status_code',
    'answer',
    'attempts',
    'created_at',
    'last_attempt_at',
    'next_attempt_at',
    { column: 'duration_ms', hidden: true },
    { column: 'message_id', hidden: true },
  ],
  order: '-id',
  scope: { hotel: ['webhook.integration.hotel_id'] },
  readOnly: true,
});
