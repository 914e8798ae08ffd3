import { type ImportCheck, type ResourceDefinition, bulkFields } from '@innkeeper/contract';
import { expect } from 'vitest';
import { csvFile, upload } from '../engine/exchange/test-tables.ts';
import { type Reply, call } from './call.ts';
import type { Input } from './inputs.ts';
import type { TestApp } from './test-app.ts';

/** The words of a refusal: the sentence of a 409; the fields of a 422, each with what is wrong. */
function sentencesOf(d: ResourceDefinition, { status, body, text }: Reply<unknown>): readonly string[] {
  const { message, errors } = body as { message: string; errors?: Record<string, string[]> }; // the shape of every refusal
  expect([409, 422], text).toContain(status);
  return status === 409 ? [message] : labelled(d, errors ?? {});
}

const labelled = (d: ResourceDefinition, errors: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(errors)
    .flatMap(([name, texts]) => texts.map((text) => `${d.fields[name]?.label.en ?? name}: ${text}`))
    .toSorted();

/**
 * Holds that a record which the form refuses to change is refused in the same words where a file with it is tried, and where many are
 * to be changed by the dry run of that.
 */
export async function expectSameWords(
  { app }: Pick<TestApp, 'app'>,
  token: string,
  d: ResourceDefinition,
  { id, ...set }: Input & { readonly id: number },
): Promise<void> {
  const form = await call(app, token, 'POST', `/api/${d.key}/${id}`, { body: set });
  const words = sentencesOf(d, form);
  const cells = Object.values(set).map((value) =>
    typeof value === 'string' || typeof value === 'number' ? value : null,
  );
  const file = csvFile([
    ['id', ...Object.keys(set)],
    [id, ...cells],
  ]);
  const tried = await upload<{ data: ImportCheck }>(app, token, d.key, file, { dry_run: '1' });
  const [row] = tried.body.data?.errors ?? [];
  const told = form.status === 409 ? Object.values(row?.errors ?? {}).flat() : labelled(d, row?.errors ?? {});
  expect(told, `${JSON.stringify(set)}: ${tried.text}`).toEqual(words);
  if (!Object.keys(set).every((name) => bulkFields(d).includes(name))) return;
  const many = await call<{ data: { reasons: readonly string[] } }>(app, token, 'POST', `/api/${d.key}/updateBulk`, {
    body: { ids: [id], set, dry_run: 1 },
  });
  expect(many.body.data?.reasons.toSorted(), `${JSON.stringify(set)}: ${many.text}`).toEqual(words);
}
