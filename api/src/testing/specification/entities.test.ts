// Core test: the specification, sentence by sentence.
import { readFile, writeFile } from 'node:fs/promises';
import {
  type Field,
  type ResourceDefinition,
  type ResourceKey,
  findColumn,
  getColumn,
  getResource,
  isNullable,
  isWritable,
  listColumns,
} from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseList, parseRecord, parseWritten } from '../responses.ts';
import { call } from '../call.ts';
import { expectInvalid } from '../expectations.ts';
import { createInputs } from '../inputs.ts';
import { startTestApp } from '../test-app.ts';
import { createUser } from '../user.ts';
import { createBaseRecords } from '../base-records.ts';
import { type ExpectedField, type SpecifiedEntity, ENTITIES } from './entities.ts';

/**
 * Every field and column of the specification's section 3, each tested against the running API. The results are written
 * to docs/specification-fields.md by `UPDATE_DOCS=1 npx vitest run api/src/testing/specification`.
 */

const PAGE_URL = new URL('../../../../docs/specification-fields.md', import.meta.url);
const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const entities = Object.entries(ENTITIES) as [ResourceKey, SpecifiedEntity][]; // Object.entries loses the key type

const lines = new Map<string, string[]>();
const addLine = (key: string, ...cells: readonly string[]) =>
  void lines.set(key, [...(lines.get(key) ?? []), `| ${cells.join(' | ')} |`]);

/** Decimals of a field; undefined for integer input. */
function decimalsOf(f: Field): number | undefined {
  if (f.kind === 'integer') return 0;
  if (f.kind === 'money') return f.whole ? 0 : 3;
  return f.kind === 'decimal' ? f.scale : undefined;
}

const describeField = ({ label, decimals, choices, default: initial, ...expectedField }: ExpectedField): string =>
  [
    expectedField.required && 'required',
    expectedField.optional && 'optional',
    expectedField.kind,
    label && `label “${label}”`,
    decimals !== undefined && `${decimals} decimals`,
    choices && `one of ${choices.join(', ')}`,
    initial !== undefined && `default ${initial}`,
    expectedField.listOnly && 'shown only',
  ]
    .filter(Boolean)
    .join(', ');

describe.each(entities)('the specification’s %s', (key, { fields, list, order }) => {
  const d: ResourceDefinition = getResource(key);
  const url = `/api/${key}`;
  let record: Promise<ResponseRecord> | undefined;
  /** A new record with every field, or an existing one of a read-only resource. */
  const getRecord = () => (record ??= d.readOnly ? findFirst() : inputs.create(d));
  const findFirst = async (): Promise<ResponseRecord> => {
    const [record] = parseList(d, await call(app, admin.token, 'GET', `${url}?per_page=1`));
    if (!record) throw new Error(`There is no ${key}`);
    return record;
  };
  const readListed = async (): Promise<ResponseRecord> => {
    const { id } = await getRecord();
    const [row] = parseList(d, await call(app, admin.token, 'GET', `${url}?filter[id][eq]=${id}`));
    if (!row) throw new Error(`The list of ${key} does not have ${id}`);
    return row;
  };

  for (const [name, expectedField] of Object.entries(fields)) {
    test(`has the field ${name}: ${describeField(expectedField) || 'as it is'}`, async () => {
      const f = d.fields[name];
      if (!f) throw new Error(`${key} has no ${name}`);
      if (expectedField.kind) expect(f.kind).toBe(expectedField.kind);
      if (expectedField.label) expect(f.label.en).toBe(expectedField.label);
      if (expectedField.decimals !== undefined) expect(decimalsOf(f)).toBe(expectedField.decimals);
      if (expectedField.choices)
        expect(f.kind === 'choice' && f.choices.map(({ value }) => value)).toEqual(expectedField.choices);
      expect(isWritable(f)).toBe(!expectedField.listOnly);

      const readRecord = parseRecord(d, await call(app, admin.token, 'GET', `${url}/${(await getRecord()).id}`));
      if (f.kind !== 'secret') expect(readRecord).toHaveProperty(name);
      if (!expectedField.listOnly) {
        const { [name]: _, ...incompleteInput } = await inputs.createFull(d);
        const reply = await call(app, admin.token, 'POST', url, { body: incompleteInput });
        if (expectedField.required) expectInvalid(reply, name);
        else if (!f.required) expect(reply.status, reply.text).toBe(201);
        if (expectedField.optional) expect(f.required ?? false).toBe(false);
        if (expectedField.default !== undefined) expect(parseWritten(reply)[name]).toBe(expectedField.default);
        if (expectedField.required && !f.nullable) expect(isNullable(f)).toBe(false);
      }
      addLine(
        key,
        `\`${name}\``,
        describeField(expectedField),
        f.kind,
        f.label.en,
        f.label.id,
        `has the field ${name}`,
      );
    });
  }

  for (const column of list) {
    test(`shows ${column} in its list`, async () => {
      const path = getColumn(d, column);
      const isAuditColumn = /^(created|updated|deleted)_(at|by\.name)$/.test(column);
      if (!isAuditColumn) expect(listColumns(d).map((c) => c.column)).toContain(column);
      let value: unknown = await readListed();
      for (const step of column.split('.')) {
        expect(value, column).toHaveProperty(step);
        value = (value as Record<string, unknown>)[step];
        if (value === null) break; // an empty reference
      }
      if (path.definition.kind !== 'file') {
        const sorted = await call(app, admin.token, 'GET', `${url}?sort=${column},-${column}&per_page=1`);
        expect(sorted.status, sorted.text).toBe(200);
      }
      const label = listColumns(d).find((c) => c.column === column)?.label ?? path.label;
      addLine(
        key,
        `\`${column}\``,
        'list column',
        path.definition.kind,
        label.en,
        label.id,
        `shows ${column} in its list`,
      );
    });
  }

  // Where the specification names no order, we chose one: events newest first, other records by id.
  const sort = order ?? d.order ?? 'id';
  const orderText = `${sort}${order === undefined ? ', our choice' : ''}`;
  test(`is sorted by ${orderText}`, async () => {
    const listIds = async (query: string) =>
      parseList(d, await call(app, admin.token, 'GET', `${url}?per_page=50${query}`)).map(({ id }) => id);
    for (let i = 0; i < 3 && !d.readOnly; i += 1) await inputs.create(d);
    expect(findColumn(d, sort.replace('-', ''))).toBeDefined();
    expect(await listIds('')).toEqual(await listIds(`&sort=${sort}`));
    addLine(key, '', `default order ${order ?? 'none'}`, '', '', '', `is sorted by ${orderText}`);
  });
});

test('the specification names every resource except the read-only permission codes', () => {
  expect(entities.map(([key]) => key).toSorted()).not.toContain('roles');
  for (const [key] of entities) expect(getResource(key)).toBeDefined();
  expect(entities).toHaveLength(29);
});

/** The choices that a reader of the page would take for mistakes. */
const CHOICES = `## Where we chose otherwise

In these places we chose what suits the work better than the words of the specification:

- **Lists without an order are sorted.** The specification leaves visits and most other lists unsorted; they would
  change their order from page to page. Visits show the newest first, other lists follow the id.
- **The zeros of an amount are faint.** Amounts have three decimals, and those that their currency does not use are small
  and faint ([0038](decisions/0038-read-amounts-in-both-notations-and-show-one.md)).
- **A price has a currency** if the group has several; the specification gives it one price only
  ([0024](decisions/0024-give-a-price-a-currency-if-the-group-has-several.md)).
- **A signed-in user without a role can sign out.** The rule that nothing happens for a guest applies to visitors without
  a session ([0003](decisions/0003-treat-an-access-request-as-a-user-without-a-role-group.md)).
- **The start page depends on the rights.** \`/\` opens the dashboard only for users who may see it, \`/dashboard\` for
  others, and the sign-in for visitors.
- **There is a transaction type for upgrades**, besides the six of the specification
  ([0088](decisions/0088-sell-to-free-members-any-time-and-upgrade-for-the-difference.md)).
- **A report of takings has the transactions of every type**; the specification's sales report has only memberships
  ([0091](decisions/0091-report-takings-over-transactions-of-every-type.md)).`;

/** The page of the results; each line is written by the test that it names. */
function renderPage(): string {
  const parts = entities.map(([key]) => {
    const { labels, path } = getResource(key);
    return `### ${labels.en} (\`${key}\`, ${path})

| field or column | the specification asks | kind | English | Indonesian | shown by the test |
|---|---|---|---|---|---|
${(lines.get(key) ?? []).join('\n')}
`;
  });
  return `# Fields and columns of the specification

${CHOICES}

## What the tests show

Each line names the test in \`api/src/testing/specification/entities.test.ts\` that wrote it after passing. The tests
reject a page that differs from their results; \`UPDATE_DOCS=1 npx vitest run api/src/testing/specification\` rewrites it.

${parts.join('\n')}`;
}

test('the page in docs shows the results of these tests', async () => {
  const lineCount = [...lines.values()].flat().length;
  const allFields = entities.flatMap(([, { fields, list }]) => [...Object.keys(fields), ...list, 'order']).length;
  // If tests were skipped or failed, there is no page to compare, and those tests report it.
  if (lineCount < allFields) return;
  if (process.env['UPDATE_DOCS']) await writeFile(PAGE_URL, renderPage());
  expect(await readFile(PAGE_URL, 'utf8').catch(() => '')).toBe(renderPage());
});
