/** The part of JSON Schema that the OpenAPI document uses, for checking it against real requests and responses. */

export type Schema = Readonly<Record<string, unknown>>;

const isObject = (v: unknown): v is Schema => typeof v === 'object' && v !== null && !Array.isArray(v);
const asList = (v: unknown): readonly unknown[] => (Array.isArray(v) ? v : v === undefined ? [] : [v]);

const isOfType: Readonly<Record<string, (v: unknown) => boolean>> = {
  string: (v) => typeof v === 'string',
  integer: Number.isInteger,
  number: (v) => typeof v === 'number',
  boolean: (v) => typeof v === 'boolean',
  object: isObject,
  array: Array.isArray,
  null: (v) => v === null,
};

/** Keywords of JSON Schema 2020-12 that do not constrain a value. */
const REMARKS = new Set([
  'title',
  'description',
  'default',
  'examples',
  'writeOnly',
  'format',
  'contentMediaType',
  'propertyNames',
]);
const RULES = new Set([
  'type',
  'enum',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'pattern',
  'anyOf',
  'const',
  '$ref',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'maxItems',
]);

/** The errors of a schema itself, by their position in the document. */
export function schemaProblems(schema: unknown, root: Schema, at = '#'): string[] {
  if (!isObject(schema)) return [`${at} is no schema`];
  const unknown = Object.keys(schema).filter((word) => !REMARKS.has(word) && !RULES.has(word));
  const types = asList(schema.type).filter((type) => typeof type !== 'string' || !Object.hasOwn(isOfType, type));
  const properties = isObject(schema.properties) ? schema.properties : {};
  const lost = asList(schema.required).filter((name) => !Object.hasOwn(properties, String(name)));
  const inner = [
    ...Object.entries(properties),
    ...(isObject(schema.additionalProperties) ? [['*', schema.additionalProperties] as const] : []),
    ...(schema.items === undefined ? [] : [['[]', schema.items] as const]),
    ...asList(schema.anyOf).map((one, i) => [`or ${i}`, one] as const),
  ];
  return [
    ...unknown.map((word) => `${at} has the unknown word ${word}`),
    ...types.map((type) => `${at} has the unknown type ${JSON.stringify(type)}`),
    ...lost.map((name) => `${at} requires ${String(name)}, which it does not have`),
    ...(typeof schema.$ref === 'string' && !resolve(schema.$ref, root)
      ? [`${at} points to ${schema.$ref}, which is nowhere`]
      : []),
    ...inner.flatMap(([name, part]) => schemaProblems(part, root, `${at}/${name}`)),
  ];
}

/** Resolves a `$ref` of the document. */
export function resolve(ref: string, root: Schema): Schema | undefined {
  let found: unknown = root;
  for (const part of ref.replace(/^#\//, '').split('/')) found = isObject(found) ? found[part] : undefined;
  return isObject(found) ? found : undefined;
}

/**
 * The positions at which a value does not match a schema, and how. A property that the schema does not name is also an
 * error, if it names any.
 */
export function valueProblems(value: unknown, schema: Schema, root: Schema, at = '$'): string[] {
  if (typeof schema.$ref === 'string') return valueProblems(value, resolve(schema.$ref, root) ?? {}, root, at);
  if (Array.isArray(schema.anyOf)) {
    const problems = schema.anyOf.map((one: Schema) => valueProblems(value, one, root, at));
    return problems.some((found) => found.length === 0) ? [] : problems.flat();
  }
  const types = asList(schema.type).map(String);
  if (types.length > 0 && !types.some((type) => isOfType[type]?.(value)))
    return [`${at} is no ${types.join(' or ')}: ${JSON.stringify(value)}`];
  const problems: string[] = [];
  if (Object.hasOwn(schema, 'const') && schema.const !== value) problems.push(`${at} is not ${String(schema.const)}`);
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    problems.push(`${at} is none of ${schema.enum.join(', ')}`);
  if (typeof value === 'string') {
    if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern, 'u').test(value))
      problems.push(`${at} does not match ${schema.pattern}: ${value}`);
    if ([...value].length > Number(schema.maxLength ?? Infinity)) problems.push(`${at} is too long`);
  }
  if (
    typeof value === 'number' &&
    (value < Number(schema.minimum ?? -Infinity) || value > Number(schema.maximum ?? Infinity))
  )
    problems.push(`${at} is out of bounds`);
  if (Array.isArray(value) && isObject(schema.items))
    problems.push(...value.flatMap((item, i) => valueProblems(item, schema.items as Schema, root, `${at}[${i}]`)));
  if (isObject(value) && isObject(schema.properties)) problems.push(...objectProblems(value, schema, root, at));
  return problems;
}

function objectProblems(value: Schema, schema: Schema, root: Schema, at: string): string[] {
  const properties = schema.properties as Record<string, Schema>; // the caller has checked that they are an object
  const missing = asList(schema.required).filter((name) => !Object.hasOwn(value, String(name)));
  return [
    ...missing.map((name) => `${at} lacks ${String(name)}`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property) return valueProblems(inner, property, root, `${at}.${name}`);
      return isObject(schema.additionalProperties)
        ? valueProblems(inner, schema.additionalProperties, root, `${at}.${name}`)
        : [`${at}.${name} is not described`];
    }),
  ];
}
