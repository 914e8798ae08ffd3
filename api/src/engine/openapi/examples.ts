import { type ResourceDefinition, bulkFields, resources } from '@innkeeper/contract';
import { tokenField } from '../resources/tokens.ts';
import { sampleIdFor, isOmitted, isFlagOn, resolveResourceKey, sampleValueFor } from '@innkeeper/contract/calls';
import type { Json } from './schemas.ts';

/**
 * Generates the examples in the document from its own schemas: for each call the body, the required parameters and the
 * successful response. An explicit `example` is not overwritten. See
 * docs/decisions/0067-generate-the-examples-of-the-openapi-document.md.
 */

interface Content {
  readonly content?: Readonly<Record<string, Json>>;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean; readonly schema?: object }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}
type PathItems = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
interface DescribedDocument {
  readonly paths: object;
  readonly webhooks: object;
  readonly components: { readonly schemas: Json };
}

const definitions: Readonly<Record<string, ResourceDefinition>> = resources;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export function withExamples<D extends DescribedDocument>(document: D): D {
  const sample = createSampler(document.components.schemas);
  const addExamples = (items: object) =>
    Object.fromEntries(
      Object.entries(items as PathItems).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [method, withExample(operation, method, path, sample)]),
        ),
      ]),
    ); // the type is unchanged: examples are added
  return { ...document, paths: addExamples(document.paths), webhooks: addExamples(document.webhooks) };
}

function withExample(operation: Operation, method: string, path: string, sample: Sampler): Operation {
  const { parameters, requestBody, responses } = operation;
  const noun = subjectOf(path);
  const extraFields = method === 'delete' ? { deleted_at: SAMPLE_MOMENT } : method === 'post' ? tokenExample(path) : {};
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map((parameter) => {
        if (!parameter.required || Object.hasOwn(parameter, 'example')) return parameter;
        // A schema is an object.
        return {
          ...parameter,
          example: sample((parameter.schema ?? {}) as Json, parameter.name, ownerOf(path, parameter.name)),
        };
      }),
    }),
    ...(requestBody && { requestBody: withContentExample(requestBody, (schema) => sample(schema, '', noun)) }),
    ...(responses && {
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [
          status,
          status.startsWith('2')
            ? withContentExample(response, (schema) => withExtraFields(sample(schema, '', noun), extraFields))
            : response,
        ]),
      ),
    }),
  };
}

const withContentExample = (part: Content, exampleOf: (schema: Json) => unknown): Content => ({
  ...part,
  ...(part.content && {
    content: Object.fromEntries(
      Object.entries(part.content).map(
        ([type, media]) =>
          isFile(media.schema) || Object.hasOwn(media, 'example')
            ? [type, media]
            : [type, { ...media, example: exampleOf(media.schema as Json) }], // a schema is an object
      ),
    ),
  }),
});

const isFile = (schema: unknown): boolean => isJson(schema) && schema.format === 'binary';

const segmentsOf = (path: string): readonly string[] => path.replace(/^\/(?:api|integration\/v1)?\/?/, '').split('/');
/** `held-postings` becomes `held_posting`. */
const toSingular = (name: string): string =>
  Object.hasOwn(definitions, name) ? name : name.replaceAll('-', '_').replace(/s$/, '');

/** The resource of a call: `voucher` for `members/{id}/vouchers`, `visit` for `visit/{id}/move`. */
function subjectOf(path: string): string {
  const words = segmentsOf(path).map(toSingular);
  return (
    [words.at(-1), words[0]].find((word = '') => Object.hasOwn(definitions, resolveResourceKey(word))) ?? words[0] ?? ''
  );
}

/** The resource of a path parameter: the segment before it. */
const ownerOf = (path: string, name: string): string => {
  const segments = segmentsOf(path);
  return toSingular(segments[segments.indexOf(`{${name}}`) - 1] ?? segments[0] ?? '');
};

/** The new token, which only the response that creates it includes. */
function tokenExample(path: string): Json {
  const [key = '', ...rest] = segmentsOf(path);
  const token = definitions[key] && tokenField(definitions[key]);
  return token !== undefined && (rest.length === 0 || rest.at(-1) === 'token') ? { [token]: SAMPLE_SECRET } : {};
}
/** Adds the fields that only this response has, such as the new token. */
const withExtraFields = (example: unknown, extraFields: Json): unknown =>
  isJson(example) && isJson(example.data) && Object.hasOwn(example.data, 'deleted_at')
    ? { ...example, data: { ...example.data, ...extraFields } }
    : example;

/** Returns an example of a schema. `name` is the name of the property, `noun` the kind of record that it belongs to. */
type Sampler = (schema: Json, name: string, noun: string) => unknown;

function createSampler(components: Json): Sampler {
  const exampleByComponent = new Map<string, unknown>();
  const sampleComponent = (name: string): unknown => {
    const schema = components[name];
    if (!exampleByComponent.has(name) && isJson(schema))
      exampleByComponent.set(name, sampleObject(schema, ...componentContext(name)));
    return exampleByComponent.get(name);
  };
  const sampleObject = (schema: Json, noun: string, isShown: (name: string) => boolean = () => true): Json => {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    return Object.fromEntries(
      Object.entries(isJson(schema.properties) ? schema.properties : {}).flatMap(([name, property]) =>
        isJson(property) && (required.has(name) || (isShown(name) && !isOmitted(noun, name)))
          ? [[name, sample(property, name, noun)]]
          : [],
      ),
    );
  };
  const sample: Sampler = (schema, name, noun) => {
    if (typeof schema.$ref === 'string') return sampleComponent(schema.$ref.split('/').at(-1) ?? '');
    const value = sampleValueFor(noun, name);
    if (value !== undefined && isValidSample(value, schema)) return value;
    if (Array.isArray(schema.examples)) return schema.examples[0];
    if (Object.hasOwn(schema, 'const')) return schema.const;
    if (Array.isArray(schema.enum)) return isFlagOn(name) && schema.enum.includes(1) ? 1 : schema.enum[0];
    if (schema.default !== undefined) return schema.default;
    if (Array.isArray(schema.anyOf)) return sample(schema.anyOf[0] as Json, name, noun); // a list of schemas
    const [type] = [schema.type].flat();
    const itemNoun = name === '' || name === 'data' ? noun : toSingular(name);
    if (type === 'array') return isJson(schema.items) ? [sample(schema.items, toSingular(name), noun)] : [];
    if (type === 'object') return sampleObject(schema, itemNoun);
    if (type === 'integer' || type === 'number') return sampleNumber(schema, name, noun);
    if (type === 'boolean') return isFlagOn(name);
    return type === 'string' ? sampleText(schema, name) : {};
  };
  return sample;
}

/** The noun of a component, and the fields in its example: two for a change, the resource's own fields for a create. */
function componentContext(name: string): [noun: string, isShown?: (field: string) => boolean] {
  const record = definitions[name];
  if (record) return [name, (field) => field !== tokenField(record)];
  const [, key = name, mode] = /^(.*)_(input|change)$/.exec(name) ?? [];
  const d = definitions[key];
  if (!d) return [key];
  const shownFields: readonly string[] = mode === 'change' ? bulkFields(d).slice(0, 2) : Object.keys(d.fields);
  return [key, (field) => shownFields.includes(field)];
}

const isValidSample = (word: string | number | null, { type, enum: values, pattern }: Json): boolean =>
  (typeof pattern !== 'string' || word === null || new RegExp(pattern, 'u').test(`${word}`)) &&
  (Array.isArray(values) ? values : [word]).includes(word) &&
  [type].flat().includes(word === null ? 'null' : typeof word === 'number' ? 'integer' : 'string');

function sampleNumber({ minimum = 0, maximum = Infinity }: Json, name: string, noun: string): number {
  const idMatch = /^(?:(.+)_)?ids?$/.exec(name);
  if (idMatch) return sampleIdFor(idMatch[1] ?? noun);
  return Math.min(Math.max(Number(minimum), 1), Number(maximum));
}

const SAMPLE_BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-03-14',
  'date-time': '2026-03-14T09:26:53Z',
  email: 'sri.lestari@example.test',
  uuid: 'e3a1c7de-5b0f-4c55-9d2e-7f3f0f6d2a41',
};
const SAMPLE_SECRET = 'sample-of-the-document-0123456789abcdef';

function sampleText({ format, title, writeOnly, maxLength = Infinity }: Json, name: string): string {
  if (typeof format === 'string' && Object.hasOwn(SAMPLE_BY_FORMAT, format)) return SAMPLE_BY_FORMAT[format] ?? '';
  if (writeOnly || /(?:token|secret|password)/.test(name)) return SAMPLE_SECRET;
  if (/(?:^|_)(?:at|now)$/.test(name)) return SAMPLE_MOMENT;
  const label = typeof title === 'string' ? title : name.replaceAll('_', ' ');
  return `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`.slice(0, Number(maxLength));
}
const SAMPLE_MOMENT = '2026-03-14 09:26:53';
