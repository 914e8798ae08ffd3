import {
  type ChoiceItem,
  type ListMeta,
  type ResourceDefinition,
  VERBS,
  getResource,
  permission,
  resourceKeys,
  resources,
} from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../../testing/responses.ts';
import { REASON, call, queryString } from '../../../testing/call.ts';
import { expectError, expectInvalid } from '../../../testing/expectations.ts';
import { createInputs } from '../../../testing/inputs.ts';
import { everyResource, everyWritable } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

/** One user per permission code. */
const tokens = new Map<string, string>();
for (const key of new Set(resourceKeys.map((item) => getResource(item).permission))) {
  for (const code of VERBS.map((verb) => permission(verb, key))) {
    tokens.set(code, (await createUser(db, { level: 'group', codes: [code] })).token);
  }
}

type ChoicesPage = { readonly data: readonly ChoiceItem[]; readonly meta: ListMeta };
const choicesOf = async (key: string, parameters: Record<string, string | number> = {}): Promise<ChoicesPage> => {
  const reply = await call<ChoicesPage>(app, admin.token, 'GET', `/api/${key}/choices?${queryString(parameters)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

/** Permission keys of all resources with a field that references this one. */
const findReferencingKeys = (d: ResourceDefinition): ReadonlySet<string> =>
  new Set([
    d.permission,
    ...Object.values(resources as Record<string, ResourceDefinition>).flatMap((from) =>
      Object.values(from.fields).some(
        (f) =>
          ((f.kind === 'reference' || f.kind === 'references') && f.to === d.key) ||
          (f.kind === 'option' && d.key === 'option_detail'),
      )
        ? [from.permission]
        : [],
    ),
  ]);

describe.each(everyResource)('the choices of %s', (key, d) => {
  test('are readable only for users who may view, create or update a resource that references them', async () => {
    const keys = findReferencingKeys(d);
    const openingKeys = [...keys].flatMap((otherKey) =>
      VERBS.filter((verb) => verb !== 'DELETE').map((verb) => permission(verb, otherKey)),
    );
    const request = (token: string) => call(app, token, 'GET', `/api/${key}/choices`);
    for (const code of openingKeys) expect((await request(tokens.get(code) ?? '')).status, code).toBe(200);
    const codes = [...tokens.keys()].filter((code) => !openingKeys.includes(code));
    const stranger = await createUser(db, { level: 'group', codes });
    expectError(await request(stranger.token), 403, 'forbidden');
  });

  test('are searched by their displayed label only', async () => {
    const label = [...d.display.name, d.display.code];
    const otherFields = Object.entries(d.fields).filter(
      ([name, f]) => !label.includes(name) && ['text', 'email', 'phone', 'textarea'].includes(f.kind),
    );
    if (d.readOnly || otherFields.length === 0) return;
    const record = await inputs.create(d);
    const labelTexts = label.map((name) => textOf(record[name ?? ''] ?? '').toLowerCase());
    for (const [name] of otherFields) {
      const value = textOf(record[name] ?? '').slice(0, 200);
      if (value === '' || labelTexts.some((text) => text.includes(value.toLowerCase()))) continue;
      expect((await choicesOf(key, { search: value, id: record.id })).data, name).toEqual([]);
    }
  });

  test('reject unknown parameters and values, naming the parameter', async () => {
    for (const parameters of [
      'page=0',
      'per_page=501',
      'id=x',
      'id=1&id=2',
      'nonsense=1',
      'search=%00',
      'slug=type-gender&slug=x',
      'constructor=1',
    ]) {
      const [name = ''] = parameters.split('=');
      expectInvalid(await call(app, admin.token, 'GET', `/api/${key}/choices?${parameters}`), name);
    }
  });
});

describe.each(everyWritable)('the choices of %s', (key, d) => {
  test('contain each live record with the label of a reference', async () => {
    const record = await inputs.create(d);
    const name = d.display.name
      .map((field) => textOf(record[field]))
      .filter((part) => part !== '')
      .join(' ');
    const { data, meta } = await choicesOf(key, { id: record.id });
    const code = d.display.code ? record[d.display.code] : null;
    const hotelValues = key === 'hotel' && { time_zone: record['time_zone'], currency: 'IDR' };
    expect(data).toEqual([{ id: record.id, name, code, ...hotelValues }]);
    expect(meta).toMatchObject({ page: 1, total: 1 });
    const matches = await choicesOf(key, { search: name.toUpperCase(), per_page: 500 });
    expect(matches.data).toContainEqual(data[0]);
    if (d.display.code)
      expect((await choicesOf(key, { search: String(record[d.display.code]), per_page: 500 })).data).toContainEqual(
        data[0],
      );
    expect((await choicesOf(key, { search: 'no such name' })).data).toEqual([]);
  });

  test('leave out deleted and inactive records, unless requested by id', async () => {
    const deletedRecord = await inputs.create(d);
    await call(app, admin.token, 'DELETE', `/api/${key}/${deletedRecord.id}`, REASON);
    const inactiveRecords = d.fields.is_active ? [await inputs.create(d, { is_active: 0 })] : [];
    const ids: number[] = [];
    for (let page = 1, remaining = 1; remaining > 0; page += 1) {
      const { data } = await choicesOf(key, { per_page: 500, page });
      ids.push(...data.map(({ id }) => id));
      remaining = data.length;
    }
    for (const { id } of [deletedRecord, ...inactiveRecords]) {
      expect(ids).not.toContain(id);
      expect((await choicesOf(key, { id })).data.map((choice) => choice.id)).toEqual([id]);
    }
    expect((await choicesOf(key)).meta.total).toBe(ids.length);
  });

  test('are sorted by name, in pages without gaps', async () => {
    for (let i = 0; i < 3; i += 1) await inputs.create(d);
    const allChoices = (await choicesOf(key, { per_page: 500 })).data;
    const keyOf = ({ name }: ChoiceItem) => name.toLowerCase();
    for (const [i, choice] of allChoices.entries()) {
      const nextChoice = allChoices[i + 1];
      if (nextChoice)
        expect(
          keyOf(choice) < keyOf(nextChoice) || (keyOf(choice) === keyOf(nextChoice) && choice.id < nextChoice.id),
          `${choice.name} before ${nextChoice.name}`,
        ).toBe(true);
    }
    const first = (await choicesOf(key, { per_page: 2 })).data;
    const second = (await choicesOf(key, { per_page: 2, page: 2 })).data;
    expect([...first, ...second]).toEqual(allChoices.slice(0, 4));
  });
});

test('the choices of an option are its details in the order of entry', async () => {
  const { data, meta } = await choicesOf('option_detail', { slug: 'type-identity' });
  expect(data.map(({ code }) => code)).toEqual(['national-id', 'passport', 'driving-licence', 'residence-permit']);
  expect(meta.total).toBe(4);
  expect((await choicesOf('option_detail', { slug: 'no-such' })).data).toEqual([]);
  for (const key of ['member', 'option']) {
    expectInvalid(await call(app, admin.token, 'GET', `/api/${key}/choices?slug=type-identity`), 'slug');
  }
});
