import { schemaForCreate, fieldErrors } from '@innkeeper/contract/schemas';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../openapi-document.ts';
import { type Schema, findValueProblems } from '../../testing/json-schema.ts';
import { everyWritable } from '../../testing/resources.ts';
import { SAMPLE_VALUES } from '@innkeeper/contract/calls';

/** A request or response body: its schema, and an example. */
interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
}
interface BodyPart {
  readonly content?: Readonly<Record<string, MediaType>>;
}
interface Operation {
  readonly parameters?: readonly (MediaType & { readonly name: string; readonly required?: boolean })[];
  readonly requestBody?: BodyPart;
  readonly responses: Readonly<Record<string, BodyPart>>;
}
type PathItems = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

// The paths of the document, as the tests traverse them.
const document = openApiDocument() as unknown as Schema & { readonly paths: PathItems; readonly webhooks: PathItems };
const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);

const isFile = ({ schema }: MediaType): boolean => schema['format'] === 'binary';
const examplesIn = (part: BodyPart | undefined, location: string): [string, MediaType][] =>
  Object.entries(part?.content ?? {}).flatMap(([type, mediaType]) =>
    isFile(mediaType) ? [] : [[`${location} ${type}`, mediaType]],
  );

/** Everything of a call that needs an example: its required parameters, its body, and its successful responses. */
const examplesOf = ({ parameters = [], requestBody, responses }: Operation): [string, MediaType][] => [
  ...parameters.flatMap((item): [string, MediaType][] =>
    item.required || Object.hasOwn(item, 'example') ? [[item.name, item]] : [],
  ),
  ...examplesIn(requestBody, 'body'),
  ...Object.entries(responses).flatMap(([status, part]) => (status.startsWith('2') ? examplesIn(part, status) : [])),
];

test('every call and message of the document has examples that match its schemas', () => {
  const problems = operations.flatMap(([name, operation]) =>
    examplesOf(operation).flatMap(([location, mediaType]) =>
      Object.hasOwn(mediaType, 'example')
        ? findValueProblems(mediaType.example, mediaType.schema, document, `${name}: ${location}`)
        : [`${name}: ${location} has no example`],
    ),
  );
  expect(problems, 'contract/src/calls/sample-values.ts has the values').toEqual([]);
});

test.each(everyWritable)('a create of %s accepts the fields of its example', (key, d) => {
  const { example } = document.paths[`/api/${key}`]?.['post']?.requestBody?.content?.['application/json'] ?? {};
  const { error } = schemaForCreate(d).safeParse(example);
  expect(error ? fieldErrors(error) : {}, 'contract/src/calls/sample-values.ts has the values').toEqual({});
});

test('no sample value exists for a property that the document no longer has', () => {
  const text = JSON.stringify(document);
  const names = Object.keys(SAMPLE_VALUES).map((key) => key.split('.').at(-1) ?? '');
  expect(names.filter((name) => !text.includes(`"${name}":`) && !text.includes(`"name":"${name}"`))).toEqual([]);
});

test('examples of a record are the same everywhere, and only its creator gets a token', () => {
  const exampleOf = (method: string, path: string) =>
    document.paths[path]?.[method]?.responses[method === 'post' && !path.endsWith('token') ? 201 : 200]?.content?.[
      'application/json'
    ]?.example;
  expect(exampleOf('post', '/api/visit')).toMatchObject({
    data: { hotel_id: 4, hotel: { id: 4, name: 'Grand Hotel Ubud', code: 'UBUD' }, grand_total: '325000.000' },
  });
  expect(exampleOf('get', '/api/hotel/{id}')).toMatchObject({
    data: { id: 4, name: 'Grand Hotel Ubud', code: 'UBUD' },
  });
  expect(exampleOf('delete', '/api/visit/{id}')).toMatchObject({ data: { deleted_at: expect.any(String) } });
  expect(exampleOf('get', '/api/visit/{id}')).toMatchObject({ data: { deleted_at: null } });
  const example = { data: { access_token: expect.any(String) } };
  for (const path of ['/api/integration', '/api/integration/{id}/token'])
    expect(exampleOf('post', path)).toMatchObject(example);
  expect(exampleOf('get', '/api/integration/{id}')).not.toMatchObject(example);
});
