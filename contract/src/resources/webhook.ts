import { flag, instant, integer, reference, secret, text } from '../field.ts';
import { defineResource } from '../resource.ts';
import { WEBHOOK_EVENTS, type WebhookEventName } from '../webhook-events.ts';

const told = (event: WebhookEventName) => {
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
        en: 'It is told what its hotel may see; the whole group when empty',
        id: 'Menerima yang boleh dilihat hotelnya; seluruh grup bila dikosongkan',
      },
    }),
    url: text('Address', 'Alamat', {
      required: true,
      max: 2000,
      width: 260,
      hint: { en: 'Where messages are sent, https://…', id: 'Tujuan pengiriman pesan, https://…' },
    }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
    secret: secret('Signing secret', 'Rahasia tanda tangan', {
      computed: true,
      generated: true,
      token: true,
      signs: true,
    }),
    member_created: {
      ...told('member.created'),
      section: { en: 'What it tells of', id: 'Yang diberitahukan' },
    },
    member_updated: told('member.updated'),
    member_upgraded: told('member.upgraded'),
    member_lapsed: told('member.lapsed'),
    card_issued: told('card.issued'),
    voucher_redeemed: told('voucher.redeemed'),
    voucher_voided: told('voucher.voided'),
    visit_posted: told('visit.posted'),
    visit_moved: told('visit.moved'),
    visit_deleted: told('visit.deleted'),
    sale_made: told('sale.made'),
    sale_cancelled: told('sale.cancelled'),
    sale_refunded: told('sale.refunded'),
    waiting: integer('Waiting', 'Menunggu', { computed: true, derived: true, generated: true, width: 100 }),
    paused_at: instant('Paused at', 'Dijeda pada', { computed: true, width: 170 }),
  },
  list: ['id', 'name', 'url', 'integration.name', 'is_active', 'waiting', 'paused_at'],
  scope: { hotel: ['integration.hotel_id'] },
  related: [{ resource: 'webhook_delivery', by: 'webhook_id' }],
});
