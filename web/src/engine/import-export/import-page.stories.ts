import { past, mockImport } from '../../testing/mock-import.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const at = '/company/member/import';
const start = { en: 'Choose a file', id: 'Pilih berkas' };

export const stories: Stories = {
  'nothing imported yet': { at, server: () => mockImport(), expectedText: start },
  'earlier imports, waiting': { at, server: () => mockResponse('GET /api/import', neverResponds), expectedText: start },
  'earlier imports': {
    at,
    server: () =>
      mockImport(undefined, [past(), past({ id: 3, file_name: 'old.xlsx', undone_at: '2026-03-01 03:00:00' })]),
    expectedText: { en: '3 new, 0 changed', id: '3 baru, 0 diubah' },
  },
  'earlier imports, failed': {
    at,
    server: () => mockResponse('GET /api/import', () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
