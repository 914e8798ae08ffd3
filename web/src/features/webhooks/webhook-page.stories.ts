import { mockResponse, setRecords, neverResponds, rejection } from '../../testing/mock-server.ts';
import { row, rows } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const WEBHOOK = {
  name: 'Accounting',
  url: 'https://pms.hotel.example/innkeeper',
  is_active: 1,
  waiting: 0,
  paused_at: null,
};
const mockWebhook = (values: object = {}) => setRecords('webhook', [row('webhook', 7, { ...WEBHOOK, ...values })]);

export const stories: Stories = {
  'the list, empty': {
    at: '/system/webhook',
    mockResponses: () => setRecords('webhook', []),
    expectedText: { en: 'New webhook', id: 'Tambah webhook' },
  },
  'the list, full': {
    at: '/system/webhook',
    mockResponses: () =>
      setRecords(
        'webhook',
        rows('webhook', 12, (n) => ({ ...WEBHOOK, name: `System ${n}`, waiting: n % 4 })),
      ),
    expectedText: { en: 'System 12', id: 'System 12' },
  },
  waiting: {
    at: '/system/webhook/7',
    mockResponses: () => mockResponse('GET /api/webhook/7', neverResponds),
    expectedText: { en: 'Webhook', id: 'Webhook' },
  },
  full: {
    at: '/system/webhook/7',
    mockResponses: () => mockWebhook(),
    expectedText: { en: 'Events', id: 'Peristiwa' },
  },
  paused: {
    at: '/system/webhook/7',
    mockResponses: () => mockWebhook({ is_active: 0, paused_at: '2026-04-01 02:00:00', waiting: 14 }),
    expectedText: { en: 'Paused: unreachable', id: 'Dijeda: tidak dapat' },
  },
  messages: {
    at: '/system/webhook/7?tab=webhook_delivery.webhook_id',
    mockResponses: () => {
      mockWebhook();
      setRecords(
        'webhook_delivery',
        rows('webhook_delivery', 8, (n) => ({ about: `visit ${n}`, status_code: 200 + n })),
      );
    },
    expectedText: { en: 'visit 8', id: 'visit 8' },
  },
  'one message': {
    at: '/system/webhook-message/3',
    mockResponses: () =>
      setRecords('webhook_delivery', [
        row('webhook_delivery', 3, {
          about: 'visit 3',
          delivery_status: 'failed',
          status_code: 503,
          answer: 'Unavailable',
        }),
      ]),
    expectedText: { en: 'Send again', id: 'Kirim lagi' },
  },
  failed: {
    at: '/system/webhook/7',
    mockResponses: () => mockResponse('GET /api/webhook/7', () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
  'new webhook': {
    at: '/system/webhook/new',
    expectedText: { en: 'New webhook', id: 'Tambah webhook' },
  },
};
