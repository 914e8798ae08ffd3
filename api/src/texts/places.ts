import { defineTexts } from './catalogue.ts';

/** Countries, their rates, and moves to another region. */
export const placeTexts = defineTexts({
  implausibleRate: {
    en: 'Set {to} per US dollar? The current rate is {from}, a difference of more than 10 %. New records use the new rate; existing ones keep theirs.',
    id: 'Tetapkan {to} per dolar AS? Kurs saat ini {from}, selisihnya lebih dari 10%. Data baru memakai kurs baru; data lama tetap memakai kursnya.',
  },
  move: {
    en: 'Move {name} to {region}? {members} with it. Access lost: {lost}. Access gained: {gained}.',
    id: 'Pindahkan {name} ke {region}? {members} ikut pindah. Kehilangan akses: {lost}. Mendapat akses: {gained}.',
  },
  oneMember: { en: '1 member moves', id: '1 anggota' },
  members: { en: '{count} members move', id: '{count} anggota' },
  oneUser: { en: '1 user', id: '1 pengguna' },
  users: { en: '{count} users', id: '{count} pengguna' },
});
