import { defineTexts } from './catalogue.ts';

/** Lists as files, and undoing imports and bulk changes. */
export const importExportTexts = defineTexts({
  yes: { en: 'Yes', id: 'Ya' },
  no: { en: 'No', id: 'Tidak' },
  changedSince: { en: 'Some of these records have since changed.', id: 'Sebagian data ini sudah berubah sejak itu.' },
  onlySecrets: {
    en: 'Passwords and access tokens cannot be restored. Set new ones instead.',
    id: 'Kata sandi dan token akses tidak dapat dipulihkan. Tetapkan yang baru.',
  },
  otherPersons: {
    en: '{count} rows give a record another name or email address. Row {row}: {before} → {after}. Are these the same people?',
    id: '{count} baris mengganti nama atau alamat email data. Baris {row}: {before} → {after}. Apakah ini orang yang sama?',
  },
  bulkChange: { en: 'Bulk change', id: 'Perubahan massal' },
  restoredByMistake: { en: 'Restored by mistake', id: 'Keliru dipulihkan' },
  importUndone: { en: 'Import of {file} undone', id: 'Impor {file} diurungkan' },
  cellCount: { en: '{count} of {width}', id: '{count} dari {width}' },
  eitherDay: { en: '{day} or {otherDay}', id: '{day} atau {otherDay}' },
  row: { en: 'Row', id: 'Baris' },
  id: { en: 'ID', id: 'ID' },
  record: { en: 'Record', id: 'Data' },
  changes: { en: 'Changes', id: 'Perubahan' },
  import: { en: 'Import', id: 'Impor' },
  alreadyUndone: { en: 'This import is already undone.', id: 'Impor ini sudah diurungkan.' },
});
