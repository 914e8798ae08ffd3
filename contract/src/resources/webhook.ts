import { flag, instant, integer, reference, secret, text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';
import { WEBHOOK_EVENTS, type WebhookEventName } from '../rules/webhook-events.ts';

const isDescribed = (event: WebhookEventName) => {
  const { label } = WEBHOOK_EVENTS[event];
  return flag(label.en, label.id, { default: 0, width: 140 });
};

export const webhook = defineResource({
  key: 'webhook',
  label: { en: 'Webhook', id: 'Webhook' },
  labels: { en: 'Webhooks', id: 'Webhook' },
  permission: 'INTEGRATION',
  path: '/system/webhook',
  icon: 'webhook',
  display: { name: ['name'] },
  fields: {
    name: text('Name', 'Nama', { required: true, width: 180 }),
    integration_id: reference('integration', 'Integration', 'Integrasi', {
      owned: true,
      width: 160,
      hint: {
        en: 'Receives events of this hotel. Leave empty for the whole group.',
        id: 'Menerima peristiwa hotel ini. Kosongkan untuk seluruh grup.',
      },
    }),
    url: text('Address', 'Alamat', {
      required: true,
      max: 2000,
      width: 260,
      hint: { en: 'URL that receives messages, https://…', id: 'URL penerima pesan, https://…' },
    }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
    secret: secret('Signing secret', 'Kunci rahasia tanda tangan', {
      computed: true,
      generated: true,
      token: true,
      signsMessages: true,
    }),
    member_created: {
      ...isDescribed('member.created'),
      section: { en: 'Events', id: 'Peristiwa' },
    },
    member_updated: isDescribed('member.updated'),
    member_upgraded: isDescribed('member.upgraded'),
    member_lapsed: isDescribed('member.lapsed'),
    card_issued: isDescribed('card.issued'),
    voucher_redeemed: isDescribed('voucher.redeemed'),
    voucher_voided: isDescribed('voucher.voided'),
    visit_posted: isDescribed('visit.posted'),
    visit_moved: isDescribed('visit.moved'),
    visit_deleted: isDescribed('visit.deleted'),
    sale_made: isDescribed('sale.made'),
    sale_cancelled: isDescribed('sale.cancelled'),
    sale_refunded: isDescribed('sale.refunded'),
    waiting: integer('Waiting', 'Menunggu', { computed: true, derived: true, generated: true, width: 100 }),
    paused_at: instant('Paused at', 'Dijeda pada', { computed: true, width: 170 }),
  },
  list: ['id', 'name', 'url', 'integration.name', 'is_active', 'waiting', 'paused_at'],
  scope: { hotel: ['integration.hotel_id'] },
  related: [{ resource: 'webhook_delivery', by: 'webhook_id' }],
});
