import { defineTexts } from './catalogue.ts';

/** Webhooks and their messages. */
export const webhookTexts = defineTexts({
  switchedOff: { en: 'This webhook is off. Turn it on first.', id: 'Webhook ini nonaktif. Aktifkan terlebih dahulu.' },
  contentRemoved: {
    en: 'The content of this message was removed after 30 days.',
    id: 'Isi pesan ini sudah dihapus setelah 30 hari.',
  },
});
