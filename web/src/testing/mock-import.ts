import type { ImportCheck, ImportResult, ImportEntry, ImportRejection } from '@innkeeper/contract';
import { HttpResponse, mockResponse } from './mock-server.ts';

/** A file of three guests: the second has an invalid email, the third an unknown country (see `checkImport`). */
export const guestsFile = (): File =>
  new File(['First name,Email,Origin country\r\n'], 'guests.csv', { type: 'text/csv' });

const HEADINGS = {
  'First name': 'first_name',
  'Last name': 'last_name',
  Email: 'email',
  Phone: 'phone_no',
  Membership: 'membership_id',
  Gender: 'type_gender_id',
  'Origin country': 'origin_country_id',
  Hotel: 'hotel_id',
  Active: 'is_active',
  'Room wish': null,
} as const;

const columns: ImportCheck['columns'] = Object.entries(HEADINGS).map(([header, field]) => ({
  header,
  field,
  sample: header === 'First name' ? ['Surya', 'Dewi', 'Made'] : [],
}));

/** How such a file was read: a CSV file, the headings in its first row. */
export const guestsSource: ImportCheck['source'] = {
  sheet: null,
  sheets: [],
  heading_row: 1,
  heading_rows: [
    { row: 1, texts: ['First name', 'Last name', 'Email', 'Phone'] },
    { row: 2, texts: ['Surya', 'Wijaya'] },
  ],
  encoding: 'utf-8',
};

type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>;

const createRejection = (row: number, name: string, field: string, text: string, reason: string): ImportRejection => ({
  row,
  values: { first_name: name, [field]: text },
  errors: { [field]: [reason] },
});

/** The server's check of such a file after these corrections. */
export function checkImport(corrections: Corrections = {}, rows = 3): ImportCheck {
  const errors = [
    ...(corrections['3']?.['email']?.includes('@')
      ? []
      : [createRejection(3, 'Dewi', 'email', 'dewi at example', 'This is no email address.')]),
    ...(corrections['4']?.['origin_country_id'] === 'Indonesia'
      ? []
      : [createRejection(4, 'Made', 'origin_country_id', 'Atlantis', 'There is no such country.')]),
  ];
  return {
    source: guestsSource,
    columns,
    rows,
    created: rows - errors.length,
    updated: 0,
    rejected: errors.length,
    other_persons: 0,
    changes: [],
    errors,
  };
}

/** The check of such a file after both errors, and perhaps more, are corrected. */
export const checkCorrectedImport = (corrections: Corrections): ImportCheck =>
  checkImport({ '3': { email: 'dewi@example.test' }, '4': { origin_country_id: 'Indonesia' }, ...corrections });

export const createImportEntry = (values: Partial<ImportEntry> = {}): ImportEntry => ({
  id: 4,
  resource: 'member',
  rows: 3,
  created: 3,
  updated: 0,
  file_name: 'guests.csv',
  at: '2026-03-02 02:15:00',
  by: { id: 1, name: 'Sari Wulandari' },
  undone_at: null,
  can_undo: true,
  ...values,
});

const textField = (form: FormData, name: string): string | null => {
  const value = form.get(name);
  return typeof value === 'string' ? value : null;
};

/**
 * Mocks a server that imports files, of members by default, with the results of `check`. It lists the imports, and
 * undoes the last one.
 */
export function mockImport(
  check: (corrections: Corrections) => ImportCheck = checkImport,
  imports: ImportEntry[] = [],
  resource = 'member',
): void {
  mockResponse('GET /api/import', () => HttpResponse.json({ data: imports }));
  mockResponse(`POST /api/${resource}/import`, async ({ request }) => {
    const form = await request.clone().formData();
    const result = check(JSON.parse(textField(form, 'corrections') ?? '{}') as Corrections); // the page sends this type
    if (textField(form, 'errors')) return new HttpResponse('First name,Error\r\nDewi,Email: no\r\n');
    if (textField(form, 'dry_run')) return HttpResponse.json({ data: result });
    const { rows, created, updated } = result;
    const rejected = textField(form, 'skip_rejected') ? result.rejected : 0;
    const importDone: ImportResult = { id: 4, rows, created, updated, rejected };
    imports.unshift(createImportEntry(importDone));
    return HttpResponse.json({ data: importDone });
  });
  mockResponse('POST /api/import/4/undo', async ({ request }) => {
    const { dry_run } = (await request.clone().json()) as { dry_run?: 1 }; // the contract defines this type
    if (!dry_run) imports[0] = createImportEntry({ undone_at: '2026-03-02 03:00:00', can_undo: false });
    return HttpResponse.json({ data: { deleted: 3, updated: 0 } });
  });
}
