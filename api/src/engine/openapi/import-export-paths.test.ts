import { expect, test } from 'vitest';
import { csvFile, upload } from '../import-export/table-helpers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { type Schema, findValueProblems } from '../../testing/json-schema.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>;
type Document = Schema & { paths: Record<string, Record<string, { responses: Responses }>> };
const document = (await call<Document>(app, null, 'GET', '/openapi.json')).body;

const findProblems = (reply: Reply<unknown>, method: string, path: string): string[] => {
  const schema = document.paths[path]?.[method]?.responses[reply.status]?.content?.['application/json']?.schema;
  if (!schema) throw new Error(`${method} ${path} does not describe status ${reply.status}`);
  return findValueProblems(reply.body, schema, document);
};

test('the document describes the actual responses of imports', async () => {
  const path = '/api/type_input/import';
  const importFile = (rows: readonly (readonly string[])[], values = {}) =>
    upload<{ data: { id: number } }>(app, admin.token, 'type_input', csvFile([['name', 'code'], ...rows]), values);
  const importReply = await importFile([['Described', 'described']]);
  expect(importReply.status, importReply.text).toBe(201);
  const undoImport = () => call(app, admin.token, 'POST', `/api/import/${importReply.body.data.id}/undo`);
  for (const [reply, method, where] of [
    [importReply, 'post', path],
    [await importFile([['', 'x']], { dry_run: '1' }), 'post', path],
    [await importFile([['', 'x']]), 'post', path],
    [await call(app, admin.token, 'GET', '/api/import?resource=type_input'), 'get', '/api/import'],
    [await undoImport(), 'post', '/api/import/{id}/undo'],
    [await undoImport(), 'post', '/api/import/{id}/undo'],
  ] as const)
    expect(findProblems(reply, method, where), reply.text).toEqual([]);
});
