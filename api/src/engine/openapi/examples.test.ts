import { createSchema, fieldErrors } from '@innkeeper/contract/schemas';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../openapi-document.ts';
import { type Schema, valueProblems } from '../../testing/json-schema.ts';
import { everyWritable } from '../../testing/resources.ts';
import { SAMPLE_VALUES } from '@innkeeper/contract/calls';

/** A request or response body: its schema, and an example. */
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

// As the tests traverse it.
const document = openApiDocument() as unknown as Schema & { readonly paths: Items; readonly webhooks: Items };
const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);

const isFile = ({ schema }: Shown): boolean => schema['format'] === 'binary';
const examplesIn = (part: Part | undefined, at: string): [string, Shown][] =>
  Object.entries(part?.content ?? {}).flatMap(([type, shown]) => (isFile(shown) ? [] : [[`${at} ${type}`, shown]]));

/** Everything of a call that needs an example: its required parameters, its body, and its successful responses. */
const examplesOf = ({ parameters = [], requestBody, responses }: Operation): [string, Shown][] => [
  ...parameters.flatMap((one): [string, Shown][] =>
    one.required || Object.hasOwn(one, 'example') ? [[one.name, one]] : [],
  ),
  ...examplesIn(requestBody, 'body'),
  ...Object.entries(responses).flatMap(([status, part]) => (status.startsWith('2') ? examplesIn(part, status) : [])),
];

test('every call and message of the document has examples that match its schemas', () => {
  const problems = operations.flatMap(([name, operation]) =>
    examplesOf(operation).flatMap(([at, shown]) =>
      Object.hasOwn(shown, 'example')
        ? valueProblems(shown.example, shown.schema, document, `${name}: ${at}`)
        : [`${name}: ${at} has no example`],
    ),
  );
  expect(problems, 'contract/src/calls/sample-values.ts has the values').toEqual([]);
});

test.each(everyWritable)('a create of %s accepts the fields of its example', (key, d) => {
  const { example } = document.paths[`/api/${key}`]?.['post']?.requestBody?.content?.['application/json'] ?? {};
  const { error } = createSchema(d).safeParse(example);
  expect(error ? fieldErrors(error) : {}, 'contract/src/calls/sample-values.ts has the values').toEqual({});
});

test('no sample value exists for a property that the document no longer has', () => {
  const text = JSON.stringify(document);
  const names = Object.keys(SAMPLE_VALUES).map((key) => key.split('.').at(-1) ?? '');
  expect(names.filter((name) => !text.includes(`"${name}":`) && !text.includes(`"name":"${name}"`))).toEqual([]);
});

test('examples of a record are the same everywhere, and only its creator gets a token', () => {
  const responseTo = (method: string, path: string) =>
    document.paths[path]?.[method]?.responses[method === 'post' && !path.endsWith('token') ? 201 : 200]?.content?.[
      'application/json'
    ]?.example;
  expect(responseTo('post', '/api/visit')).toMatchObject({
    data: { hotel_id: 4, hotel: { id: 4, name: 'Grand Hotel Ubud', code: 'UBUD' }, grand_total: '325000.000' },
  });
  expect(responseTo('get', '/api/hotel/{id}')).toMatchObject({
    data: { id: 4, name: 'Grand Hotel Ubud', code: 'UBUD' },
  });
  expect(responseTo('delete', '/api/visit/{id}')).toMatchObject({ data: { deleted_at: expect.any(String) } });
  expect(responseTo('get', '/api/visit/{id}')).toMatchObject({ data: { deleted_at: null } });
  const shown = { data: { access_token: expect.any(String) } };
  for (const path of ['/api/integration', '/api/integration/{id}/token'])
    expect(responseTo('post', path)).toMatchObject(shown);
  expect(responseTo('get', '/api/integration/{id}')).not.toMatchObject(shown);
});
