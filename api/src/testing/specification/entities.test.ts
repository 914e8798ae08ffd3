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
import { type Answered, listIn, recordIn, writtenIn } from '../answers.ts';
import { call } from '../call.ts';
import { expectInvalid } from '../expectations.ts';
import { createInputs } from '../inputs.ts';
import { startTestApp } from '../test-app.ts';
import { createUser } from '../user.ts';
import { createWorld } from '../world.ts';
import { type Asked, type AskedEntity, ENTITIES } from './entities.ts';

/**
 * Every field and column of the specification's section 3, each by a test of its own against the running API. Their findings are
 * written down in docs/specification-fields.md by themselves: `UPDATE_DOCS=1 npx vitest run api/src/testing/specification`.
 */

const PAGE = new URL('../../../../docs/specification-fields.md', import.meta.url);
const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const entities = Object.entries(ENTITIES) as [ResourceKey, AskedEntity][]; // Object.entries forgets the key type

const lines = new Map<string, string[]>();
const told = (key: string, ...cells: readonly string[]) =>
  void lines.set(key, [...(lines.get(key) ?? []), `| ${cells.join(' | ')} |`]);

/** Decimals of a field; none for numbers that are typed in whole. */
function decimalsOf(f: Field): number | undefined {
  if (f.kind === 'integer') return 0;
  if (f.kind === 'money') return f.whole ? 0 : 3;
  return f.kind === 'decimal' ? f.scale : undefined;
}

const wordsOf = ({ label, decimals, choices, default: initial, ...asked }: Asked): string =>
  [
    asked.required && 'required',
    asked.optional && 'optional',
    asked.kind,
    label && `label “${label}”`,
    decimals !== undefined && `${decimals} decimals`,
    choices && `one of ${choices.join(', ')}`,
    initial !== undefined && `default ${initial}`,
    asked.listOnly && 'shown only',
  ]
    .filter(Boolean)
    .join(', ');

/** Where the specification names no order we choose it: events by the newest first, other records by id. */
const UNSORTED = 'nothing, and so as suits it';

describe.each(entities)('the specification’s %s', (key, { fields, list, order }) => {
  const d: ResourceDefinition = getResource(key);
  const url = `/api/${key}`;
  let made: Promise<Answered> | undefined;
  /** One record with every field; of a log, one that is there. */
  const record = () => (made ??= d.readOnly ? first() : inputs.create(d));
  const first = async (): Promise<Answered> => {
    const [found] = listIn(d, await call(app, admin.token, 'GET', `${url}?per_page=1`));
    if (!found) throw new Error(`There is no ${key}`);
    return found;
  };
  const listed = async (): Promise<Answered> => {
    const { id } = await record();
    const [row] = listIn(d, await call(app, admin.token, 'GET', `${url}?filter[id][eq]=${id}`));
    if (!row) throw new Error(`The list of ${key} does not have ${id}`);
    return row;
  };

  for (const [name, asked] of Object.entries(fields)) {
    test(`has the field ${name}: ${wordsOf(asked) || 'as it is'}`, async () => {
      const f = d.fields[name];
      if (!f) throw new Error(`${key} has no ${name}`);
      if (asked.kind) expect(f.kind).toBe(asked.kind);
      if (asked.label) expect(f.label.en).toBe(asked.label);
      if (asked.decimals !== undefined) expect(decimalsOf(f)).toBe(asked.decimals);
      if (asked.choices) expect(f.kind === 'choice' && f.choices.map(({ value }) => value)).toEqual(asked.choices);
      expect(isWritable(f)).toBe(!asked.listOnly);

      const answered = recordIn(d, await call(app, admin.token, 'GET', `${url}/${(await record()).id}`));
      if (f.kind !== 'secret') expect(answered).toHaveProperty(name);
      if (!asked.listOnly) {
        const { [name]: _, ...without } = await inputs.full(d);
        const reply = await call(app, admin.token, 'POST', url, { body: without });
        if (asked.required) expectInvalid(reply, name);
        else if (!f.required) expect(reply.status, reply.text).toBe(201);
        if (asked.optional) expect(f.required ?? false).toBe(false);
        if (asked.default !== undefined) expect(writtenIn(reply)[name]).toBe(asked.default);
        if (asked.required && !f.nullable) expect(isNullable(f)).toBe(false);
      }
      told(key, `\`${name}\``, wordsOf(asked), f.kind, f.label.en, f.label.id, `has the field ${name}`);
    });
  }

  for (const column of list) {
    test(`shows ${column} in its list`, async () => {
      const path = getColumn(d, column);
      const isAudit = /^(created|updated|deleted)_(at|by\.name)$/.test(column);
      if (!isAudit) expect(listColumns(d).map((c) => c.column)).toContain(column);
      let value: unknown = await listed();
      for (const step of column.split('.')) {
        expect(value, column).toHaveProperty(step);
        value = (value as Record<string, unknown>)[step];
        if (value === null) break; // nothing is pointed to
      }
      if (path.definition.kind !== 'file') {
        const sorted = await call(app, admin.token, 'GET', `${url}?sort=${column},-${column}&per_page=1`);
        expect(sorted.status, sorted.text).toBe(200);
      }
      const label = listColumns(d).find((c) => c.column === column)?.label ?? path.label;
      told(
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

  test(`is sorted by ${order ?? UNSORTED}`, async () => {
    const ids = async (query: string) =>
      listIn(d, await call(app, admin.token, 'GET', `${url}?per_page=50${query}`)).map(({ id }) => id);
    for (let i = 0; i < 3 && !d.readOnly; i += 1) await inputs.create(d);
    const sort = order ?? d.order ?? 'id';
    expect(findColumn(d, sort.replace('-', ''))).toBeDefined();
    expect(await ids('')).toEqual(await ids(`&sort=${sort}`));
    told(key, '', `default order ${order ?? 'none'}`, '', '', '', `is sorted by ${order ?? UNSORTED}`);
  });
});

test('names every resource but the codes of rights, which are read only', () => {
  expect(entities.map(([key]) => key).toSorted()).not.toContain('roles');
  for (const [key] of entities) expect(getResource(key)).toBeDefined();
  expect(entities).toHaveLength(29);
});

/** The page, as these tests have found things; each line is written by the test that it names. */
function page(): string {
  const parts = entities.map(([key]) => {
    const { labels, path } = getResource(key);
    return `## ${labels.en} (\`${key}\`, ${path})

| field or column | the specification asks | kind | English | Indonesian | shown by the test |
|---|---|---|---|---|---|
${(lines.get(key) ?? []).join('\n')}
`;
  });
  return `# Fields and columns of the specification

Each line was written by the test that it names, in \`api/src/testing/specification/entities.test.ts\`, when that test had passed. The tests
hold this page to what they find; \`UPDATE_DOCS=1 npx vitest run api/src/testing/specification\` writes it anew.

${parts.join('\n')}`;
}

test('the page in docs says what these tests have found', async () => {
  const found = [...lines.values()].flat().length;
  const all = entities.flatMap(([, { fields, list }]) => [...Object.keys(fields), ...list, 'order']).length;
  // Where some were left out, or failed, there is no page to compare; those tests say so.
  if (found < all) return;
  if (process.env['UPDATE_DOCS']) await writeFile(PAGE, page());
  expect(await readFile(PAGE, 'utf8').catch(() => '')).toBe(page());
});
