import { defineTexts } from './catalogue.ts';

/** Rejected addresses, tokens and decisions, and limits on mails. */
export const accessTexts = defineTexts({
  addressNotAllowed: {
    en: 'This token is not allowed from this address.',
    id: 'Token ini tidak diizinkan dari alamat ini.',
  },
  invalidToken: {
    en: 'Send the access token of an active integration: Authorization: Bearer …',
    id: 'Kirim token akses integrasi yang aktif: Authorization: Bearer …',
  },
  integrationLacksPermission: {
    en: 'This integration needs one of these rights: {codes}. An administrator grants it in System → Integrations.',
    id: 'Integrasi ini memerlukan salah satu hak akses ini: {codes}. Administrator memberikannya di Sistem → Integrasi.',
  },
  ownAction: {
    en: 'You did this yourself. Another person must review it.',
    id: 'Ini tindakan Anda sendiri. Orang lain harus meninjaunya.',
  },
  notIndependent: {
    en: 'In the last 30 days, one of you created or activated the other’s user, or set its password or email. Another person must decide.',
    id: 'Dalam 30 hari terakhir, salah satu dari Anda membuat atau mengaktifkan pengguna yang lain, atau mengganti kata sandi atau emailnya. Orang lain harus memutuskan.',
  },
  tooManyMails: {
    en: 'Too many emails to this recipient. Try again in {minutes} minutes.',
    id: 'Terlalu banyak email ke penerima ini. Coba lagi dalam {minutes} menit.',
  },
});
