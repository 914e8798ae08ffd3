import { answer, keepRecords, never, refusal } from '../../testing/played-server.ts';
import { row, rows } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const WEBHOOK = {
  name: 'Accounting',
  url: 'https://pms.hotel.example/innkeeper',
  is_active: 1,
  waiting: 0,
  paused_at: null,
};
const play = (values: object = {}) => keepRecords('webhook', [row('webhook', 7, { ...WEBHOOK, ...values })]);

export const stories: Stories = {
  'the list, empty': {
    at: '/system/webhook',
    server: () => keepRecords('webhook', []),
    shows: { en: 'New webhook', id: 'Tambah webhook' },
  },
  'the list, full': {
    at: '/system/webhook',
    server: () =>
      keepRecords(
        'webhook',
        rows('webhook', 12, (n) => ({ ...WEBHOOK, name: `System ${n}`, waiting: n % 4 })),
      ),
    shows: { en: 'System 12', id: 'System 12' },
  },
  waiting: {
    at: '/system/webhook/7',
    server: () => answer('GET /api/webhook/7', never),
    shows: { en: 'Webhook', id: 'Webhook' },
  },
  full: {
    at: '/system/webhook/7',
    server: () => play(),
    shows: { en: 'What it tells of', id: 'Yang diberitahukan' },
  },
  paused: {
    at: '/system/webhook/7',
    server: () => play({ is_active: 0, paused_at: '2026-04-01 02:00:00', waiting: 14 }),
    shows: { en: 'is paused', id: 'dijeda' },
  },
  messages: {
    at: '/system/webhook/7?tab=webhook_delivery.webhook_id',
    server: () => {
      play();
      keepRecords(
        'webhook_delivery',
        rows('webhook_delivery', 8, (n) => ({ about: `visit ${n}`, status_code: 200 + n })),
      );
    },
    shows: { en: 'visit 8', id: 'visit 8' },
  },
  'a message': {
    at: '/system/webhook-message/3',
    server: () =>
      keepRecords('webhook_delivery', [
        row('webhook_delivery', 3, {
          about: 'visit 3',
          delivery_status: 'failed',
          status_code: 503,
          answer: 'Unavailable',
        }),
      ]),
    shows: { en: 'Send again', id: 'Kirim lagi' },
  },
  failed: {
    at: '/system/webhook/7',
    server: () => answer('GET /api/webhook/7', () => refusal(500, 'internal_error')),
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
  'a new one': {
    at: '/system/webhook/new',
    shows: { en: 'New webhook', id: 'Tambah webhook' },
  },
};
