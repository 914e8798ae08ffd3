import { type ImportCheck, type ResourceDefinition, bulkFields } from '@innkeeper/contract';
import { expect } from 'vitest';
import { csvFile, upload } from '../engine/import-export/table-helpers.ts';
import { type Reply, call } from './call.ts';
import type { Input } from './inputs.ts';
import type { TestApp } from './test-app.ts';

/** The messages of a rejection: the sentence of a 409, or the fields of a 422 with their errors. */
function toErrorTexts(d: ResourceDefinition, { status, body, text }: Reply<unknown>): readonly string[] {
  // Every rejection has this shape.
  const { message, errors } = body as { message: string; errors?: Record<string, string[]> };
  expect([409, 422], text).toContain(status);
  return status === 409 ? [message] : labelErrors(d, errors ?? {});
}

const labelErrors = (d: ResourceDefinition, errors: Readonly<Record<string, readonly string[]>>): string[] =>
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
  const expectedMessage = toErrorTexts(d, form);
  const cells = Object.values(set).map((value) =>
    typeof value === 'string' || typeof value === 'number' ? value : null,
  );
  const file = csvFile([
    ['id', ...Object.keys(set)],
    [id, ...cells],
  ]);
  const dryRunReply = await upload<{ data: ImportCheck }>(app, token, d.key, file, { dry_run: '1' });
  const [row] = dryRunReply.body.data?.errors ?? [];
  const messages = form.status === 409 ? Object.values(row?.errors ?? {}).flat() : labelErrors(d, row?.errors ?? {});
  expect(messages, `${JSON.stringify(set)}: ${dryRunReply.text}`).toEqual(expectedMessage);
  if (!Object.keys(set).every((name) => bulkFields(d).includes(name))) return;
  const bulkReply = await call<{ data: { reasons: readonly string[] } }>(
    app,
    token,
    'POST',
    `/api/${d.key}/updateBulk`,
    {
      body: { ids: [id], set, dry_run: 1 },
    },
  );
  expect(bulkReply.body.data?.reasons.toSorted(), `${JSON.stringify(set)}: ${bulkReply.text}`).toEqual(expectedMessage);
}
