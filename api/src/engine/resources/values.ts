import {
  type Field,
  type FieldKind,
  type ResourceDefinition,
  isOneLine,
  isWritable,
  message,
} from '@innkeeper/contract';
import { schemaForCreate, fieldErrors, schemaForUpdate } from '@innkeeper/contract/schemas';
import { isUrlOf } from '../../platform/files/signed-urls.ts';
import type { Body } from '../../platform/http/body.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { parseJsonField } from '../../platform/http/json.ts';
import { MAX_TAGS, hasTooManyTags, sanitiseRichText } from '../../platform/rich-text/sanitise.ts';
import type { Row } from './resource-hooks.ts';
import { toInstant } from './conditions.ts';

/** Converts form text to the JSON value. Unparseable text stays text, and the schema rejects it. */
const parseNumber = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
const identity = (text: string): unknown => text;
const formParserByKind: Record<FieldKind, (text: string) => unknown> = {
  text: identity,
  email: identity,
  phone: identity,
  textarea: identity,
  editor: identity,
  secret: identity,
  integer: parseNumber,
  decimal: identity,
  money: identity,
  flag: parseNumber,
  date: identity,
  instant: identity,
  reference: parseNumber,
  option: parseNumber,
  choice: identity,
  file: identity,
  references: identity,
  json: parseJsonField,
};

function parseFormValue(f: Field, value: unknown): unknown {
  if (f.kind === 'references')
    return (Array.isArray(value) ? value : [value]).filter((v) => v !== '').map((v) => parseNumber(String(v)));
  return typeof value === 'string' && value !== '' ? formParserByKind[f.kind](value) : value;
}

/**
 * The fields that a body sets, validated by the definition and in wire format; files as their stored names. Throws one
 * 422 with every invalid field. `before` is the record to update.
 */
export function parseValues(
  d: ResourceDefinition,
  body: Body,
  mode: 'create' | 'update',
  before: Row | null = null,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const sizeErrors: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(body.values)) {
    const f = Object.hasOwn(d.fields, name) ? d.fields[name] : undefined;
    if (name === '_method') continue;
    const parsedValue = f && body.isForm ? parseFormValue(f, value) : value;
    // An unchanged text is accepted even if current rules would reject it.
    if (
      f?.kind === 'text' &&
      typeof parsedValue === 'string' &&
      parsedValue === before?.[name] &&
      !isOneLine(parsedValue)
    )
      continue;
    const isRichText = f?.kind === 'editor' && typeof parsedValue === 'string';
    if (isRichText && hasTooManyTags(parsedValue)) sizeErrors[name] = [message('html_tags', MAX_TAGS)];
    input[name] = isRichText && !sizeErrors[name] ? sanitiseRichText(parsedValue) : parsedValue;
  }
  const otherErrors = { ...sizeErrors, ...findMisplacedFiles(d, body), ...applyFiles(d, body, input, before) };
  const parsed = (mode === 'create' ? schemaForCreate(d) : schemaForUpdate(d)).safeParse(input);
  if (!parsed.success) throw validationError({ ...fieldErrors(parsed.error), ...otherErrors });
  if (Object.keys(otherErrors).length > 0) throw validationError(otherErrors);
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
}

/** Files sent for fields that do not accept one. */
const findMisplacedFiles = (d: ResourceDefinition, { files }: Body): Record<string, string[]> =>
  Object.fromEntries(
    Object.keys(files)
      .filter((name) => {
        const f = Object.hasOwn(d.fields, name) ? d.fields[name] : undefined;
        return f === undefined || (isWritable(f) && f.kind !== 'file');
      })
      .map((name) => [name, [message(Object.hasOwn(d.fields, name) ? 'pattern' : 'unknown_field')]]),
  );

/**
 * Puts the names of stored files into the values of a request and returns the errors. Text is not a file, but a client
 * may send back the URL that it has read, which changes nothing.
 */
function applyFiles(
  d: ResourceDefinition,
  { storedFiles = {} }: Body,
  input: Record<string, unknown>,
  before: Row | null,
): Record<string, string[]> {
  const fileErrors: Record<string, string[]> = {};
  for (const [name, f] of Object.entries(d.fields)) {
    if (f.kind !== 'file' || !isWritable(f)) continue;
    const [value, storedName] = [input[name], before?.[name]];
    if (storedFiles[name] === null) fileErrors[name] = [message('picture')];
    if (Object.hasOwn(storedFiles, name)) input[name] = storedFiles[name] ?? value;
    else if (typeof value !== 'string' || value.trim() === '') continue;
    else if (typeof storedName === 'string' && isUrlOf(value, storedName)) delete input[name];
    else fileErrors[name] = [message('file')];
  }
  return fileErrors;
}

/**
 * Converts wire values to database values: flags to booleans, local times to moments. List fields are stored
 * separately, in link tables.
 */
export function toColumns(
  d: ResourceDefinition,
  values: Readonly<Record<string, unknown>>,
  timeZone: string,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const f = d.fields[name];
    if (!f || !isWritable(f) || f.kind === 'references') continue;
    if (value === null) columns[name] = null;
    else if (f.kind === 'flag') columns[name] = value === 1;
    else if (f.kind === 'instant' && typeof value === 'string') columns[name] = parseInstant(name, value, timeZone);
    else if (f.kind === 'json') columns[name] = JSON.stringify(value);
    else columns[name] = value;
  }
  return columns;
}

/** Parses a local moment. Throws a 422 on its field. */
export function parseInstant(name: string, value: string, timeZone: string): Date {
  try {
    return toInstant(value, timeZone);
  } catch {
    throw validationError({ [name]: [message('date')] });
  }
}
