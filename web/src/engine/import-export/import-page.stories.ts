import { createImportEntry, mockImport } from '../../testing/mock-import.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const path = '/company/member/import';
const firstStepText = { en: 'Choose a file', id: 'Pilih berkas' };

export const stories: Stories = {
  'no earlier imports': { at: path, mockResponses: () => mockImport(), expectedText: firstStepText },
  'earlier imports, loading': {
    at: path,
    mockResponses: () => mockResponse('GET /api/import', neverResponds),
    expectedText: firstStepText,
  },
  'earlier imports': {
    at: path,
    mockResponses: () =>
      mockImport(undefined, [
        createImportEntry(),
        createImportEntry({ id: 3, file_name: 'old.xlsx', undone_at: '2026-03-01 03:00:00' }),
      ]),
    expectedText: { en: '3 new, 0 changed', id: '3 baru, 0 diubah' },
  },
  'earlier imports, failed': {
    at: path,
    mockResponses: () => mockResponse('GET /api/import', () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
