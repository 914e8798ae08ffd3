import { createSchema, fieldErrors } from '@innkeeper/contract/schemas';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../document.ts';
import { type Schema, valueFaults } from '../../testing/json-schema.ts';
import { everyWritable } from '../../testing/resources.ts';
import { WORDS } from '@innkeeper/contract/calls';

/** A body or an answer: a schema, and an example of it. */
interface Shown {
  readonly schema: Schema;
  readonly example?: unknown;
}
interface Part {
  readonly content?: Readonly<Record<string, Shown>>;
}
interface Operation {
  readonly parameters?: readonly (Shown & { readonly name: string; readonly required?: boolean })[];
  readonly requestBody?: Part;
  readonly responses: Readonly<Record<string, Part>>;
}
type Items = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const document = openApiDocument() as unknown as Schema & { readonly paths: Items; readonly webhooks: Items }; // as tests walk it
const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);

const isFile = ({ schema }: Shown): boolean => schema['format'] === 'binary';
const shownIn = (part: Part | undefined, at: string): [string, Shown][] =>
  Object.entries(part?.content ?? {}).flatMap(([type, shown]) => (isFile(shown) ? [] : [[`${at} ${type}`, shown]]));

/** All that an example must show of a call: what it needs, and what comes back when it is done. */
const examplesOf = ({ parameters = [], requestBody, responses }: Operation): [string, Shown][] => [
  ...parameters.flatMap((one): [string, Shown][] =>
    one.required || Object.hasOwn(one, 'example') ? [[one.name, one]] : [],
  ),
  ...shownIn(requestBody, 'body'),
  ...Object.entries(responses).flatMap(([status, part]) => (status.startsWith('2') ? shownIn(part, status) : [])),
];

test('each call and message of the document has examples that are as its schemas say', () => {
  const faults = operations.flatMap(([name, operation]) =>
    examplesOf(operation).flatMap(([at, shown]) =>
      Object.hasOwn(shown, 'example')
        ? valueFaults(shown.example, shown.schema, document, `${name}: ${at}`)
        : [`${name}: ${at} has no example`],
    ),
  );
  expect(faults, 'contract/src/calls/sample-words.ts has the values').toEqual([]);
});

test.each(everyWritable)('a create of %s is taken with the fields that its example shows', (key, d) => {
  const { example } = document.paths[`/api/${key}`]?.['post']?.requestBody?.content?.['application/json'] ?? {};
  const { error } = createSchema(d).safeParse(example);
  expect(error ? fieldErrors(error) : {}, 'contract/src/calls/sample-words.ts has the values').toEqual({});
});

test('no word is kept for a property that the document no longer has', () => {
  const text = JSON.stringify(document);
  const names = Object.keys(WORDS).map((key) => key.split('.').at(-1) ?? '');
  expect(names.filter((name) => !text.includes(`"${name}":`) && !text.includes(`"name":"${name}"`))).toEqual([]);
});

test('an example shows one record the same way wherever it is met, and a token only to who made it', () => {
  const answerTo = (method: string, path: string) =>
    document.paths[path]?.[method]?.responses[method === 'post' && !path.endsWith('token') ? 201 : 200]?.content?.[
      'application/json'
    ]?.example;
  expect(answerTo('post', '/api/visit')).toMatchObject({
    data: { hotel_id: 4, hotel: { id: 4, name: 'Grand Hotel Ubud', code: 'UBUD' }, grand_total: '325000.000' },
  });
  expect(answerTo('get', '/api/hotel/{id}')).toMatchObject({ data: { id: 4, name: 'Grand Hotel Ubud', code: 'UBUD' } });
  expect(answerTo('delete', '/api/visit/{id}')).toMatchObject({ data: { deleted_at: expect.any(String) } });
  expect(answerTo('get', '/api/visit/{id}')).toMatchObject({ data: { deleted_at: null } });
  const shown = { data: { access_token: expect.any(String) } };
  for (const path of ['/api/integration', '/api/integration/{id}/token'])
    expect(answerTo('post', path)).toMatchObject(shown);
  expect(answerTo('get', '/api/integration/{id}')).not.toMatchObject(shown);
});
