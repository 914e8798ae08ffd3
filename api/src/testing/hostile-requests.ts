import fc from 'fast-check';
import { type CallOptions, createFormBody } from './call.ts';
import { type DescribedOperation, type Document, findBodySchema, resolveSchema } from './openapi-document.ts';
import { BLANK_TEXTS, NON_TEXTS, STORABLE, UNSTORABLE } from './hostile-values.ts';
import type { Schema } from './json-schema.ts';

/** A request from an attacker or a broken client. */
export interface HostileRequest {
  readonly method: DescribedOperation['method'];
  readonly url: string;
  readonly options: CallOptions;
}

const LARGE = ['9'.repeat(400), '1e999', 'x'.repeat(9000), '('.repeat(3000), '{{'.repeat(3000), '<p>'.repeat(3000)];
const text = fc.oneof(
  fc.constantFrom(...STORABLE, ...UNSTORABLE, ...BLANK_TEXTS, ...LARGE),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
);
/** Ids, of which some may exist. */
const id = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) }, fc.integer({ min: 13, max: 200 }));
const anything: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(...NON_TEXTS, null),
  id,
  fc.double(),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Mostly values that a schema allows, so that requests reach the last parser. */
function createValueArbitrary(schema: Schema, document: Document): fc.Arbitrary<unknown> {
  const s = resolveSchema(schema, document);
  const [type] = [s.type].flat();
  if (Array.isArray(s.enum)) return fc.constantFrom(...(s.enum as unknown[])); // enums in the document are lists
  if (type === 'object') return createBodyArbitrary(s, document);
  if (type === 'array') return fc.array(createValueArbitrary((s.items ?? {}) as Schema, document), { maxLength: 4 });
  if (type === 'integer') return fc.oneof(id, fc.constantFrom(0, 2 ** 31, 2 ** 53));
  return fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('1', '2.500', '2026-05-22', '2026-05-22T10:20:30Z', 'ayu@example.test', '+62 812 0000001', 'today'),
  );
}

const createBodyArbitrary = (schema: Schema, document: Document): fc.Arbitrary<Record<string, unknown>> => {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = new Set((schema.required ?? []) as readonly string[]); // JSON Schema defines this as a list of names
  return fc
    .tuple(
      ...properties.map(([name, property]) =>
        fc
          .tuple(
            fc.integer({ min: 0, max: 9 }),
            fc.oneof(
              { weight: 4, arbitrary: createValueArbitrary(property, document) },
              { weight: 1, arbitrary: anything },
            ),
          )
          .map(([probability, value]) => (probability < (required.has(name) ? 9 : 4) ? [[name, value]] : [])),
      ),
    )
    .map((parts) => Object.fromEntries(parts.flat()) as Record<string, unknown>); // pairs of a name and its value
};

/** A valid body with at most two invalid fields. */
const corruptedArbitrary = (body: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .array(fc.tuple(fc.constantFrom(...Object.keys(body)), fc.oneof(anything, fc.constant(undefined))), {
      maxLength: 2,
    })
    .map((changes) => ({ ...body, ...Object.fromEntries(changes) }));

const createNestedText = (levels: number, [open, close]: readonly [string, string]) =>
  `${open.repeat(levels)}${close.repeat(levels)}`;
/** Bodies that match no schema. */
const invalidBody: fc.Arbitrary<CallOptions> = fc.oneof(
  fc
    .constantFrom(
      '',
      '{',
      '{"a":',
      'null',
      '"x"',
      '[1,2]',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{"a":1}}}',
      createNestedText(20_000, ['[', ']']),
      createNestedText(5000, ['{"a":', '}']),
      `{${'"a":1,'.repeat(5000)}"b":2}`,
      '1'.repeat(20_000),
    )
    .map((body) => ({ body, headers: { 'content-type': 'application/json' } })),
  fc
    .uint8Array({ maxLength: 300 })
    .chain((bytes) =>
      fc
        .constantFrom(
          'application/json',
          'application/json; charset=utf-16',
          'multipart/form-data',
          'multipart/form-data; boundary=x',
          'application/x-www-form-urlencoded',
          'text/plain',
          'x',
        )
        .map((type) => ({ body: Buffer.from(bytes), headers: { 'content-type': type } })),
    ),
  fc
    .constantFrom(
      '--x',
      '--x\r\n\r\n',
      '--x\r\ncontent-disposition: form-data\r\n\r\na\r\n--x--',
      '--x\r\ncontent-disposition: form-data; name="a[b][c]"\r\n\r\na\r\n--x--',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="../../a"\r\n\r\na\r\n--x--',
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--',
    )
    .map((body) => ({ body, headers: { 'content-type': 'multipart/form-data; boundary=x' } })),
);

/** Random bytes, or beginnings of known file formats. */
const file = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('PK\x03\x04', 'id,name\n1,x', '\x89PNG\r\n\x1a\n', '=1+1;2\n', '"', 'a,b\n"')
    .map((item) => Buffer.from(item)),
);

const headers: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    fc.constantFrom(
      'idempotency-key',
      'if-unmodified-since-version',
      'x-time-zone',
      'accept-language',
      'accept',
      'range',
    ),
    fc.oneof(
      fc.constantFrom('1', '0', '-1', 'Asia/Jakarta', '../../etc', 'id', 'x'.repeat(5000), '*/*;q=x', 'bytes=0-0,1-'),
      fc.string({ maxLength: 30 }),
    ),
  )
  // A header value that no client can send is dropped.
  .map(([name, value]) => (/^[\x20-\x7e]*$/.test(value) ? { [name]: value } : {}));

/** A query parameter, sometimes repeated, sometimes nested deeper than allowed. */
function createQueryArbitrary(
  { name, schema }: { name: string; schema: Schema },
  document: Document,
): fc.Arbitrary<string> {
  const inner = Object.keys(resolveSchema(schema, document).properties ?? {});
  const key = inner.length > 0 ? fc.constantFrom(...inner).map((item) => `${name}[${item}]`) : fc.constant(name);
  const keys = fc.oneof({ weight: 9, arbitrary: key }, { weight: 1, arbitrary: fc.constant(`${name}[a][b]`) });
  const value = fc.oneof(
    { weight: 2, arbitrary: createValueArbitrary(schema, document) },
    { weight: 1, arbitrary: text },
  );
  return fc
    .tuple(keys, value)
    .map(([k, v]) => `${encodeURIComponent(k)}=${encodeValue(typeof v === 'string' ? v : JSON.stringify(v))}`);
}
/** A lone surrogate cannot be URL-encoded, but it can be sent. */
const encodeValue = (value: string): string =>
  value.replace(/[^A-Za-z0-9_.-]/gu, (c) => (/\p{Surrogate}/u.test(c) ? '%ED%A0%80' : encodeURIComponent(c)));

/**
 * Requests of any of these calls. `valid` has bodies that a call accepted before, sent with one or two invalid fields.
 */
export function createHostileRequests(
  calls: readonly DescribedOperation[],
  document: Document,
  valid: ReadonlyMap<DescribedOperation, Record<string, unknown>>,
): fc.Arbitrary<HostileRequest> {
  return fc.constantFrom(...calls).chain((described) => {
    const { method, path, operation } = described;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const segments = names.map((name) => {
      const parameter = operation.parameters?.find((p) => p.name === name && p.in === 'path');
      return fc.oneof(
        { weight: 5, arbitrary: createValueArbitrary(parameter?.schema ?? {}, document).map(String) },
        { weight: 1, arbitrary: fc.oneof(text, fc.constantFrom('..', '.', '%', '%00', '%2e%2e')) },
      );
    });
    const queryParameters = (operation.parameters ?? []).filter((p) => p.in === 'query');
    const queries = fc.array(
      queryParameters.length > 0
        ? fc.oneof(
            {
              weight: 9,
              arbitrary: fc.constantFrom(...queryParameters).chain((p) => createQueryArbitrary(p, document)),
            },
            { weight: 1, arbitrary: text.map((t) => `${encodeValue(t)}=1`) },
          )
        : text.map((t) => `${encodeValue(t)}=1`),
      { maxLength: queryParameters.length > 0 ? 4 : 1 },
    );
    const schema = findBodySchema(described, document);
    const knownBody = valid.get(described);
    const generated = schema ? createBodyArbitrary(schema, document) : fc.constant({});
    const fields = knownBody ? fc.oneof({ weight: 2, arbitrary: corruptedArbitrary(knownBody) }, generated) : generated;
    const body: fc.Arbitrary<CallOptions> =
      method === 'GET'
        ? fc.constant({})
        : fc.oneof(
            { weight: 6, arbitrary: fields.map((item) => ({ body: item })) },
            {
              weight: 2,
              arbitrary: fc.tuple(fields, file).map(([item, bytes]) => createFormBody({ ...item, file: bytes })),
            },
            { weight: 1, arbitrary: invalidBody },
          );
    return fc
      .tuple(fc.tuple(...segments), queries, body, fc.oneof(fc.constant({}), headers))
      .map(([values, query, options, more]) => {
        let index = 0;
        const url = path.replace(/\{\w+\}/g, () => encodeValue(values[index++] ?? '') || '%20');
        return {
          method,
          url: query.length > 0 ? `${url}?${query.join('&')}` : url,
          options: { ...options, headers: { ...more, ...options.headers } },
        };
      });
  });
}
