import { page } from 'vitest/browser';
import { chooseFile } from './files.ts';
import { guestsFile } from './mock-import.ts';
import { type ConsoleOptions, openConsole } from './open-console.tsx';
import { waitForRequest } from './requests.ts';

export const IMPORT_CALL = 'POST /api/member/import';

/** Imports are stored per signed-in user, so each import signs in as another user. */
let userId = 200;

/** Opens the page that imports into a list, and chooses a file. */
export async function importFile(path: string, file: File, options: ConsoleOptions = {}): Promise<void> {
  await openImportPage(path, options);
  await chooseFile(file);
}

export async function openImportPage(path: string, options: ConsoleOptions = {}): Promise<void> {
  userId += 1;
  await openConsole(path, { ...options, user: { id: userId } });
}

/** Goes to the step that maps the columns of a file of guests. */
export const goToColumns = (options: ConsoleOptions = {}): Promise<void> =>
  importFile('/company/member/import', guestsFile(), options);

/** Goes to the step that shows the rows of a file of guests. */
export async function goToRows(): Promise<void> {
  await goToColumns();
  await button('Preview changes').click();
}

export const stepHeading = (name: string) => page.getByRole('heading', { level: 2, name });
export const button = (name: string) => page.getByRole('button', { name });
export const targetButton = (heading: string) => page.getByRole('button', { name: `Map “${heading}” to` });

export async function mapColumn(heading: string, field: string): Promise<void> {
  await targetButton(heading).click();
  await page.getByRole('menuitemradio', { name: field, exact: true }).click();
}

/** The JSON sent in a field of the form. */
export async function parseSentField(
  name: 'mapping' | 'date_orders' | 'corrections' | 'fixed_values',
  call = IMPORT_CALL,
): Promise<unknown> {
  const body = (await waitForRequest(call)).body as Readonly<Record<string, string>>; // a form
  return JSON.parse(body[name] ?? 'null');
}
