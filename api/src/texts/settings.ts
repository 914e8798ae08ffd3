import { defineTexts } from './catalogue.ts';

/** Options and their details. */
export const settingTexts = defineTexts({
  systemOption: { en: 'A system option cannot be deleted.', id: 'Opsi bawaan sistem tidak dapat dihapus.' },
  systemOptionDetail: {
    en: 'A detail of a system option cannot be deleted.',
    id: 'Rincian opsi bawaan sistem tidak dapat dihapus.',
  },
});
