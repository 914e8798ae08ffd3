import { type ImportCheck, type ResourceDefinition, bulkFields } from '@innkeeper/contract';
import { expect } from 'vitest';
import { csvFile, upload } from '../engine/import-export/table-helpers.ts';
import { type Reply, call } from './call.ts';
import type { Input } from './inputs.ts';
import type { TestApp } from './test-app.ts';

/** The messages of a rejection: the sentence of a 409, or the fields of a 422 with their errors. */
function errorTexts(d: ResourceDefinition, { status, body, text }: Reply<unknown>): readonly string[] {
  // The form of every rejection.
  const { message, errors } = body as { message: string; errors?: Record<string, string[]> };
  expect([409, 422], text).toContain(status);
  return status === 409 ? [message] : labelled(d, errors ?? {});
}

const labelled = (d: ResourceDefinition, errors: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(errors)
    .flatMap(([name, texts]) => texts.map((text) => `${d.fields[name]?.label.en ?? name}: ${text}`))
    .toSorted();

/**
 * Expects the same messages when the form, the dry run of an import and the dry run of a bulk edit reject the same
 * change.
 */
export async function expectSameMessages(
  { app }: Pick<TestApp, 'app'>,
  token: string,
  d: ResourceDefinition,
  { id, ...set }: Input & { readonly id: number },
): Promise<void> {
  const form = await call(app, token, 'POST', `/api/${d.key}/${id}`, { body: set });
  const expectedMessage = errorTexts(d, form);
  const cells = Object.values(set).map((value) =>
    typeof value === 'string' || typeof value === 'number' ? value : null,
  );
  const file = csvFile([
    ['id', ...Object.keys(set)],
    [id, ...cells],
  ]);
  const tried = await upload<{ data: ImportCheck }>(app, token, d.key, file, { dry_run: '1' });
  const [row] = tried.body.data?.errors ?? [];
  const shown = form.status === 409 ? Object.values(row?.errors ?? {}).flat() : labelled(d, row?.errors ?? {});
  expect(shown, `${JSON.stringify(set)}: ${tried.text}`).toEqual(expectedMessage);
  if (!Object.keys(set).every((name) => bulkFields(d).includes(name))) return;
  const many = await call<{ data: { reasons: readonly string[] } }>(app, token, 'POST', `/api/${d.key}/updateBulk`, {
    body: { ids: [id], set, dry_run: 1 },
  });
  expect(many.body.data?.reasons.toSorted(), `${JSON.stringify(set)}: ${many.text}`).toEqual(expectedMessage);
}
