import { defineTexts } from './catalogue.ts';

/** Changes above a limit, which need an approval. */
export const approvalTexts = defineTexts({
  approval: { en: 'Approval', id: 'Persetujuan' },
  notApprover: {
    en: 'Only another person with this right, not below the requester, can decide.',
    id: 'Hanya orang lain dengan hak ini, yang tidak di bawah peminta, dapat memutuskan.',
  },
  aboveOwnLimit: {
    en: 'Above your own limit. Someone with a higher limit must approve.',
    id: 'Melebihi batas Anda sendiri. Harus disetujui orang dengan batas lebih tinggi.',
  },
  tooManyRequests: {
    en: 'Too many approval requests. Try again in {minutes} minutes.',
    id: 'Terlalu banyak permintaan persetujuan. Coba lagi dalam {minutes} menit.',
  },
  notNeeded: { en: 'Within your limit. No approval needed.', id: 'Masih dalam batas Anda. Tidak perlu persetujuan.' },
  requesterInactive: { en: 'The requester no longer works here.', id: 'Peminta sudah tidak bekerja di sini.' },
  notDue: {
    en: 'The member no longer has enough visits for a higher tier, or has another active card.',
    id: 'Jumlah kunjungan anggota tidak lagi memenuhi syarat tingkat yang lebih tinggi, atau kartu lain kini aktif.',
  },
  amountChanged: {
    en: 'The amount has changed from {before} to {after}. Ask again.',
    id: 'Jumlahnya berubah dari {before} menjadi {after}. Ajukan lagi.',
  },
});
