import { past, playImport } from '../../testing/played-import.ts';
import { answer, never, refusal } from '../../testing/played-server.ts';
import type { Stories } from '../../testing/stories.ts';

const at = '/company/member/import';
const start = { en: 'Choose a file', id: 'Pilih berkas' };

export const stories: Stories = {
  'nothing imported yet': { at, server: () => playImport(), shows: start },
  'earlier imports, waiting': { at, server: () => answer('GET /api/import', never), shows: start },
  'earlier imports': {
    at,
    server: () =>
      playImport(undefined, [past(), past({ id: 3, file_name: 'old.xlsx', undone_at: '2026-03-01 03:00:00' })]),
    shows: { en: '3 new, 0 changed', id: '3 baru, 0 diubah' },
  },
  'earlier imports, failed': {
    at,
    server: () => answer('GET /api/import', () => refusal(500, 'internal_error')),
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
};
