import {
  type Field,
  type FieldKind,
  type ResourceDefinition,
  isOneLine,
  isWritable,
  message,
} from '@innkeeper/contract';
import { createSchema, fieldErrors, updateSchema } from '@innkeeper/contract/schemas';
import { isAddressOf } from '../../platform/files/signed-addresses.ts';
import type { Body } from '../../platform/http/body.ts';
import { invalid } from '../../platform/http/api-error.ts';
import { parseJsonField } from '../../platform/http/json.ts';
import { TAGS_MAX, hasTooManyTags, sanitiseRichText } from '../../platform/rich-text/sanitise.ts';
import type { Row } from './resource-hooks.ts';
import { toInstant } from './conditions.ts';

/** Converts form text to the JSON value. Unparseable text stays text, and the schema rejects it. */
const number = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
const isSame = (text: string): unknown => text;
const fromForm: Record<FieldKind, (text: string) => unknown> = {
  text: isSame,
  email: isSame,
  phone: isSame,
  textarea: isSame,
  editor: isSame,
  secret: isSame,
  integer: number,
  decimal: isSame,
  money: isSame,
  flag: number,
  date: isSame,
  instant: isSame,
  reference: number,
  option: number,
  choice: isSame,
  file: isSame,
  references: isSame,
  json: parseJsonField,
};

function readFormValue(f: Field, value: unknown): unknown {
  if (f.kind === 'references')
    return (Array.isArray(value) ? value : [value]).filter((v) => v !== '').map((v) => number(String(v)));
  return typeof value === 'string' && value !== '' ? fromForm[f.kind](value) : value;
}

/**
 * The fields that a body sets, validated by the definition and in wire format; files as their stored names. Throws one
 * 422 with every invalid field. `before` is the record to update.
 */
export function readValues(
  d: ResourceDefinition,
  body: Body,
  mode: 'create' | 'update',
  before: Row | null = null,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const tooLarge: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(body.values)) {
    const f = Object.hasOwn(d.fields, name) ? d.fields[name] : undefined;
    if (name === '_method') continue;
    const read = f && body.isForm ? readFormValue(f, value) : value;
    // Sending a text back unchanged does not change it, even if today's rules would reject it.
    if (f?.kind === 'text' && typeof read === 'string' && read === before?.[name] && !isOneLine(read)) continue;
    const isRich = f?.kind === 'editor' && typeof read === 'string';
    if (isRich && hasTooManyTags(read)) tooLarge[name] = [message('html_tags', TAGS_MAX)];
    input[name] = isRich && !tooLarge[name] ? sanitiseRichText(read) : read;
  }
  const rejected = { ...tooLarge, ...misplacedFiles(d, body), ...applyFiles(d, body, input, before) };
  const parsed = (mode === 'create' ? createSchema(d) : updateSchema(d)).safeParse(input);
  if (!parsed.success) throw invalid({ ...fieldErrors(parsed.error), ...rejected });
  if (Object.keys(rejected).length > 0) throw invalid(rejected);
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
}

/** Files sent for fields that do not accept one. */
const misplacedFiles = (d: ResourceDefinition, { files }: Body): Record<string, string[]> =>
  Object.fromEntries(
    Object.keys(files)
      .filter((name) => {
        const f = Object.hasOwn(d.fields, name) ? d.fields[name] : undefined;
        return f === undefined || (isWritable(f) && f.kind !== 'file');
      })
      .map((name) => [name, [message(Object.hasOwn(d.fields, name) ? 'pattern' : 'unknown_field')]]),
  );

/**
 * Puts the names of stored files into the values of a request. Text is not accepted as a file, except that a client may
 * send back the URL that it has read, which changes nothing. Returns the errors.
 */
function applyFiles(
  d: ResourceDefinition,
  { storedFiles = {} }: Body,
  input: Record<string, unknown>,
  before: Row | null,
): Record<string, string[]> {
  const rejected: Record<string, string[]> = {};
  for (const [name, f] of Object.entries(d.fields)) {
    if (f.kind !== 'file' || !isWritable(f)) continue;
    const [value, stored] = [input[name], before?.[name]];
    if (storedFiles[name] === null) rejected[name] = [message('picture')];
    if (Object.hasOwn(storedFiles, name)) input[name] = storedFiles[name] ?? value;
    else if (typeof value !== 'string' || value.trim() === '') continue;
    else if (typeof stored === 'string' && isAddressOf(value, stored)) delete input[name];
    else rejected[name] = [message('file')];
  }
  return rejected;
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
    throw invalid({ [name]: [message('date')] });
  }
}
