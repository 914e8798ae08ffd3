import { type Field, resources } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { REASON, type Reply, call, isBytes, queryString } from '../../testing/call.ts';
import type { Document, Operation } from '../../testing/openapi-document.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { type Schema, resolveRef, findSchemaProblems, findValueProblems } from '../../testing/json-schema.ts';
import { createReadOnlyRows } from '../../testing/read-only-rows.ts';
import { everyResource, everyWritable, findWritableFields } from '../../testing/resources.ts';
import { servedRoutes } from '../../testing/served-routes.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const documentReply = await call<Document>(app, null, 'GET', '/openapi.json');
const document = documentReply.body;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);
const findOperationAt = (method: string, path: string): Operation => {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
};
const findResponseSchema = ({ responses }: Operation, status: number): Schema =>
  responses[status]?.content?.['application/json']?.schema ?? {};
const findProblems = (reply: Reply<unknown>, method: string, path: string): string[] =>
  findValueProblems(reply.body, findResponseSchema(findOperationAt(method, path), reply.status), document);

test('the document is public OpenAPI 3.1, and every schema reference resolves', () => {
  expect(documentReply.status).toBe(200);
  expect(document.openapi).toMatch(/^3\.1\./);
  const schemas = resolveRef('#/components/schemas', document) ?? {};
  expect(Object.entries(schemas).flatMap(([name, schema]) => findSchemaProblems(schema, document, name))).toEqual([]);
  for (const { path, method, operation } of operations) {
    const bodies = Object.values(operation.requestBody?.content ?? {});
    const responseBodies = Object.values(operation.responses).flatMap((response) =>
      Object.values(response.content ?? {}),
    );
    const parts = [...bodies, ...responseBodies, ...(operation.parameters ?? [])];
    expect(parts.flatMap(({ schema }) => findSchemaProblems(schema, document, `${method} ${path}`))).toEqual([]);
  }
});

test('every call of the document is served', () => {
  for (const { path, method } of operations) {
    const url = path.replace(/\{(\w+)\}/g, ':$1');
    expect(app.hasRoute({ method: method.toUpperCase(), url }), `${method} ${path}`).toBe(true);
  }
});

test('every served call is in the document', () => {
  const described = new Set(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`));
  // Not calls: health checks, the document and its page, the console's files, the pictures and links in mails, signed files.
  const otherPaths =
    /^GET \/(healthz|readyz|openapi\.json|openapi\/(hotels|office)\.json|docs\b.*|assets\b.*|mail\/(open|click)\/:token|storage\/(member-card|receipt)-.*|storage\/(report|log-archive)\/:name|[^/]*)$/;
  const readOnlyResources = Object.values(resources).filter((d) => 'readOnly' in d && d.readOnly);
  const rejectedPaths = new Set(readOnlyResources.map(({ key }) => `/api/${key}/:id/restore`)); // a 405 for every method
  const calls = servedRoutes(app).filter(
    (name) => !name.startsWith('HEAD ') && !otherPaths.test(name) && !rejectedPaths.has(name.split(' ')[1] ?? ''),
  );
  expect(calls.length).toBeGreaterThan(200);
  expect(calls.map((name) => name.replace(/:(\w+)/g, '{$1}')).filter((name) => !described.has(name))).toEqual([]);
});

test('every call has a unique name and a listed tag, and the document names its server', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(ids.filter((name) => !/^[a-z][a-zA-Z0-9_]*$/.test(name))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(findOperationAt('get', '/api/member/{id}/history').operationId).toBe('listMemberHistory');
  expect(findOperationAt('get', '/api/member').operationId).toBe('listMembers');
  expect(findOperationAt('post', '/api/member/{id}').operationId).toBe('updateMember');
  const tags = document.tags.map(({ name }) => name);
  expect(new Set(tags).size).toBe(tags.length);
  for (const { path, operation } of operations) {
    expect(operation.tags.length, path).toBeGreaterThan(0);
    expect(tags).toEqual(expect.arrayContaining([...operation.tags]));
  }
  expect(document.servers).toMatchObject([{ url: '/' }]);
});

test('every parameter in a path is described', () => {
  for (const { path, operation } of operations) {
    const described = (operation.parameters ?? []).filter((p) => p.in === 'path').map((p) => p.name);
    expect(described, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  }
});

describe.each(everyResource)('the description of %s in the document', (key, d) => {
  const url = `/api/${key}`;

  test('has every call that the engine serves', () => {
    const readCalls = [
      ['get', url],
      ['get', `${url}/choices`],
      ['get', `${url}/export`],
      ['get', `${url}/{id}`],
      ['get', `${url}/{id}/history`],
    ] as const;
    const writeCalls = [
      ['post', url],
      ['post', `${url}/{id}`],
      ['delete', `${url}/{id}`],
      ['post', `${url}/{id}/restore`],
      ['post', `${url}/destroyBulk`],
      ['post', `${url}/restoreBulk`],
      ['post', `${url}/updateBulk`],
      ['post', `${url}/undoBulk`],
    ] as const;
    for (const [method, path] of readCalls) expect(document.paths[path]?.[method], `${method} ${path}`).toBeDefined();
    for (const [method, path] of writeCalls)
      expect(document.paths[path]?.[method] === undefined, `${method} ${path}`).toBe(d.readOnly ?? false);
  });

  test('matches the actual responses: lists, choices, records and histories', async () => {
    if (d.readOnly) await createReadOnlyRows(api, admin, inputs, d, 1);
    else await inputs.create(d);
    const list = await call<unknown>(
      app,
      admin.token,
      'GET',
      `${url}?${queryString({ per_page: 3, sort: '-id', deleted: 1 })}`,
    );
    expect(findProblems(list, 'get', url)).toEqual([]);
    const choices = await call<{ data: { id: number }[] }>(app, admin.token, 'GET', `${url}/choices?per_page=3`);
    expect(findProblems(choices, 'get', `${url}/choices`)).toEqual([]);
    const id = choices.body.data[0]?.id;
    expect(findProblems(await call(app, admin.token, 'GET', `${url}/${id}`), 'get', `${url}/{id}`)).toEqual([]);
    expect(
      findProblems(await call(app, admin.token, 'GET', `${url}/${id}/history`), 'get', `${url}/{id}/history`),
    ).toEqual([]);
    expect(findProblems(await call(app, admin.token, 'GET', `${url}?page=0`), 'get', url)).toEqual([]);
    expect(findProblems(await call(app, null, 'GET', url), 'get', url)).toEqual([]);
  });
});

/** The field that a create may send instead of an id. */
const numberOf = (f: Field): string[] => (f.kind === 'reference' && f.numberField !== undefined ? [f.numberField] : []);

/** Form descriptions treat a file as text. */
const withoutBytes = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, isBytes(value) ? 'a file' : value]));

describe.each(everyWritable)('the description of the writes of %s in the document', (key, d) => {
  const url = `/api/${key}`;
  const bodyOf = (method: string, path: string): Schema =>
    findOperationAt(method, path).requestBody?.content['application/json']?.schema ?? {};

  test('matches their actual input and responses', async () => {
    for (const createInput of ['createFull', 'createRequired'] as const) {
      const input = await inputs[createInput](d);
      expect(findValueProblems(withoutBytes(input), bodyOf('post', url), document)).toEqual([]);
      const reply = await call<{ data: { id: number } }>(app, admin.token, 'POST', url, { body: input });
      expect(findProblems(reply, 'post', url)).toEqual([]);
      const path = `${url}/${reply.body.data.id}`;
      const change = await inputs.createChange(d);
      expect(findValueProblems(change, bodyOf('post', `${url}/{id}`), document)).toEqual([]);
      expect(findProblems(await call(app, admin.token, 'POST', path, { body: change }), 'post', `${url}/{id}`)).toEqual(
        [],
      );
      expect(
        findProblems(
          await call(app, admin.token, 'POST', path, { body: change, headers: { 'if-unmodified-since-version': '9' } }),
          'post',
          `${url}/{id}`,
        ),
      ).toEqual([]);
      expect(findProblems(await call(app, admin.token, 'DELETE', path, REASON), 'delete', `${url}/{id}`)).toEqual([]);
      expect(findProblems(await call(app, admin.token, 'DELETE', path, REASON), 'delete', `${url}/{id}`)).toEqual([]);
      expect(
        findProblems(await call(app, admin.token, 'POST', `${path}/restore`), 'post', `${url}/{id}/restore`),
      ).toEqual([]);
      const ids = { ids: [reply.body.data.id] };
      expect(findValueProblems({ ...ids, dry_run: 1 }, bodyOf('post', `${url}/destroyBulk`), document)).toEqual([]);
      const edit = { ...ids, set: await inputs.createShared(d) };
      expect(findValueProblems({ ...edit, dry_run: 1 }, bodyOf('post', `${url}/updateBulk`), document)).toEqual([]);
      for (const dry_run of [1, 0]) {
        const reply = await call(app, admin.token, 'POST', `${url}/updateBulk`, { body: { ...edit, dry_run } });
        expect(findProblems(reply, 'post', `${url}/updateBulk`)).toEqual([]);
      }
      expect(
        findProblems(
          await call(app, admin.token, 'POST', `${url}/destroyBulk`, { body: { ...ids, dry_run: 1 } }),
          'post',
          `${url}/destroyBulk`,
        ),
      ).toEqual([]);
      expect(
        findProblems(
          await call(app, admin.token, 'POST', `${url}/destroyBulk`, { body: { ...ids, ...REASON.body } }),
          'post',
          `${url}/destroyBulk`,
        ),
      ).toEqual([]);
      expect(
        findProblems(
          await call(app, admin.token, 'POST', `${url}/restoreBulk`, { body: ids }),
          'post',
          `${url}/restoreBulk`,
        ),
      ).toEqual([]);
    }
  });

  test('has the fields that a create needs', () => {
    const schema = resolveRef(String(bodyOf('post', url).$ref), document) ?? {};
    expect(Object.keys(schema.properties ?? {}).sort()).toEqual(
      findWritableFields(d)
        .flatMap(([name, f]) => [name, ...numberOf(f)])
        .sort(),
    );
    expect(schema.required).toEqual(
      findWritableFields(d)
        .filter(([, f]) => f.required && numberOf(f).length === 0)
        .map(([name]) => name),
    );
    expect(schema.additionalProperties).toBe(false);
  });
});
