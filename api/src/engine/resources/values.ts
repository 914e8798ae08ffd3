import {
  type Field,
  type FieldKind,
  type ResourceDefinition,
  isOneLine,
  isWritable,
  message,
} from '@innkeeper/contract';
import { createSchema, fieldErrors, updateSchema } from '@innkeeper/contract/schemas';
import { isAddressOf } from '../../platform/files/address.ts';
import type { Body } from '../../platform/http/body.ts';
import { invalid } from '../../platform/http/fail.ts';
import { jsonIn } from '../../platform/http/json.ts';
import { TAGS_MAX, hasTooManyTags, sanitiseRichText } from '../../platform/rich-text/sanitise.ts';
import type { Row } from './behaviour.ts';
import { toInstant } from './conditions.ts';

/** Text of a form as the value that JSON would carry. A text that cannot be read stays text, for the schema to refuse. */
const number = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
const same = (text: string): unknown => text;
const fromForm: Record<FieldKind, (text: string) => unknown> = {
  text: same,
  email: same,
  phone: same,
  textarea: same,
  editor: same,
  secret: same,
  integer: number,
  decimal: same,
  money: same,
  flag: number,
  date: same,
  instant: same,
  reference: number,
  option: number,
  choice: same,
  file: same,
  references: same,
  json: jsonIn,
};

function readFormValue(f: Field, value: unknown): unknown {
  if (f.kind === 'references')
    return (Array.isArray(value) ? value : [value]).filter((v) => v !== '').map((v) => number(String(v)));
  return typeof value === 'string' && value !== '' ? fromForm[f.kind](value) : value;
}

/**
 * The fields that a body sets, checked by the definition and as they travel; a file as the name under which it is kept. Throws
 * one 422 with every wrong field. `before` is the record that is updated.
 */
export function readValues(
  d: ResourceDefinition,
  body: Body,
  mode: 'create' | 'update',
  before: Row | null = null,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  const vast: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(body.values)) {
    const f = Object.hasOwn(d.fields, name) ? d.fields[name] : undefined;
    if (name === '_method') continue;
    const read = f && body.isForm ? readFormValue(f, value) : value;
    // A text that is sent back as it stands changes nothing, whatever was allowed when it was written.
    if (f?.kind === 'text' && typeof read === 'string' && read === before?.[name] && !isOneLine(read)) continue;
    const isRich = f?.kind === 'editor' && typeof read === 'string';
    if (isRich && hasTooManyTags(read)) vast[name] = [message('html_tags', TAGS_MAX)];
    sent[name] = isRich && !vast[name] ? sanitiseRichText(read) : read;
  }
  const refused = { ...vast, ...misplacedFiles(d, body), ...settleFiles(d, body, sent, before) };
  const parsed = (mode === 'create' ? createSchema(d) : updateSchema(d)).safeParse(sent);
  if (!parsed.success) throw invalid({ ...fieldErrors(parsed.error), ...refused });
  if (Object.keys(refused).length > 0) throw invalid(refused);
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
}

/** Files that came for fields which take none. */
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
 * Puts the names of kept files into the values of a request. A text is no file; but a client may send back the address that it has read,
 * which changes nothing. Returns the refusals.
 */
function settleFiles(
  d: ResourceDefinition,
  { kept = {} }: Body,
  sent: Record<string, unknown>,
  before: Row | null,
): Record<string, string[]> {
  const refused: Record<string, string[]> = {};
  for (const [name, f] of Object.entries(d.fields)) {
    if (f.kind !== 'file' || !isWritable(f)) continue;
    const [value, stored] = [sent[name], before?.[name]];
    if (kept[name] === null) refused[name] = [message('picture')];
    if (Object.hasOwn(kept, name)) sent[name] = kept[name] ?? value;
    else if (typeof value !== 'string' || value.trim() === '') continue;
    else if (typeof stored === 'string' && isAddressOf(value, stored)) delete sent[name];
    else refused[name] = [message('file')];
  }
  return refused;
}

/** Wire values as the database takes them: flags as booleans, local times as moments. List fields are left to their links. */
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
    else if (f.kind === 'instant' && typeof value === 'string') columns[name] = momentOf(name, value, timeZone);
    else if (f.kind === 'json') columns[name] = JSON.stringify(value);
    else columns[name] = value;
  }
  return columns;
}

/** A local moment. Throws a 422 that names its field. */
export function momentOf(name: string, value: string, timeZone: string): Date {
  try {
    return toInstant(value, timeZone);
  } catch {
    throw invalid({ [name]: [message('date')] });
  }
}
