import { z } from 'zod';
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  type Field,
  type FieldKind,
  type FieldOf,
  MONEY_SCALE,
  TEXTAREA_MAX,
  TEXT_MAX,
  TOKEN_MIN_LENGTH,
  isNullable,
} from './kinds.ts';
import { message } from '../errors/messages.ts';
import { isOneLine, withoutDirections, withoutInvisible } from '../texts/invisible-characters.ts';
import { AUDIT_FIELDS, type ResourceDefinition, isWritable } from './definition.ts';
import { REASON_MIN, isReason } from './reason.ts';
import { brokenConstantRule } from './broken-rules.ts';
import { tokenWeakness } from './token-strength.ts';

/**
 * Validation from the definitions, for the API and for the console's forms. Every issue carries a message of
 * errors/messages.ts, which `sentence` turns into text.
 */

const INT4_MAX = 2_147_483_647;
/** Digits before the point that fit into a numeric column. */
const INTEGER_DIGITS = 12;
const EMAIL = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]{2,}$/;
const PHONE = /^\+?[0-9][0-9 ()./-]{3,28}[0-9]$/;
const WHOLE_MONEY = new RegExp(`^(\\d+)\\.0{${MONEY_SCALE}}$`);
/** Text that can be sent after `Bearer` (RFC 6750). */
const BEARER = /^[\w.~+/-]+=*$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})/;
const TIME = /^[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;

const plainText = z
  .string({ error: message('text') })
  .refine((s) => !s.includes('\0') && s.isWellFormed(), { error: message('nul'), abort: true });

const filled = (s: string): boolean => s.trim() !== '';
const boundedText = (max: number) =>
  plainText.refine((s) => [...s].length <= max, { error: message('max_length', max) });

/** Text of limited length. A reason must also have enough letters or digits. */
const textRule = ({ reason = false }: { readonly reason?: boolean }, max: number) =>
  reason ? boundedText(max).refine(isReason, { error: message('reason_length', REASON_MIN) }) : boundedText(max);

const isDay = (s: string): boolean => {
  const [, y, m, d] = DAY.exec(s) ?? [];
  const date = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d)));
  return Number(y) >= 1000 && date.getUTCMonth() === Number(m) - 1 && date.getUTCDate() === Number(d);
};
const dayText = plainText.refine(isDay, { error: message('date'), abort: true });

/** `YYYY-MM-DD`; of an instant only its day is used. */
const daySchema = dayText
  .refine((s) => s.length === 10 || TIME.test(s.slice(10)), { error: message('date') })
  .transform((s) => s.slice(0, 10));

/** ISO 8601 or `YYYY-MM-DD HH:mm:ss`; the zone is applied where the request's zone is known. */
const instantSchema = dayText.refine((s) => TIME.test(s.slice(10)), { error: message('time') });

const wholeNumber = z
  .number({ error: message('number') })
  .refine(Number.isInteger, { error: message('whole'), abort: true });

const idSchema = wholeNumber.refine((n) => n > 0 && Number.isSafeInteger(n), { error: message('reference') });

function decimalSchema(scale: number, min: number, max = Infinity) {
  return z
    .union([z.string(), z.number()], { error: message('number') })
    .transform(String)
    .refine((s) => DECIMAL.test(s), { error: message('number'), abort: true })
    .refine((s) => (s.split('.')[1] ?? '').length <= scale, {
      error: scale === 0 ? message('whole') : message('scale', scale),
      abort: true,
    })
    .refine((s) => (s.split('.')[0] ?? '').replace(/^-?0*/, '').length <= INTEGER_DIGITS, {
      error: message('max', '9'.repeat(INTEGER_DIGITS)),
      abort: true,
    })
    .refine((s) => Number(s) >= min, { error: message('min', min) })
    .refine((s) => Number(s) <= max, { error: message('max', max) });
}

const byKind: { [K in FieldKind]: (f: FieldOf<K>) => z.ZodType } = {
  text: (f) => {
    const bounded = textRule(f, f.max ?? TEXT_MAX).refine(isOneLine, { error: message('one_line') });
    const cased = f.upper ? bounded.transform((s) => s.toUpperCase()) : bounded;
    if (f.pattern === undefined) return cased;
    const pattern = new RegExp(f.pattern, 'u');
    return cased.refine((s) => pattern.test(s), { error: message('pattern') });
  },
  email: () =>
    boundedText(TEXT_MAX)
      .transform((s) => s.trim())
      .refine((s) => EMAIL.test(s), { error: message('email') }),
  phone: () => plainText.transform((s) => s.trim()).refine((s) => PHONE.test(s), { error: message('phone') }),
  textarea: (f) => textRule(f, f.max ?? TEXTAREA_MAX),
  editor: () => boundedText(TEXTAREA_MAX * 10),
  secret: (f) => {
    const min = f.token ? TOKEN_MIN_LENGTH : PASSWORD_MIN_LENGTH;
    const bounded = plainText
      .refine((s) => [...s].length >= min, { error: message('min_length', min) })
      .refine((s) => [...s].length <= PASSWORD_MAX_LENGTH, { error: message('max_length', PASSWORD_MAX_LENGTH) });
    if (!f.token) return bounded;
    return bounded
      .refine((s) => BEARER.test(s), { error: message('pattern'), abort: true })
      .refine((s) => [...s].length < min || tokenWeakness(s) === undefined, {
        error: (issue) => tokenWeakness(String(issue.input)),
      });
  },
  integer: (f) =>
    wholeNumber
      .refine((n) => n >= (f.min ?? 0), { error: message('min', f.min ?? 0) })
      .refine((n) => n <= (f.max ?? INT4_MAX), { error: message('max', f.max ?? INT4_MAX) }),
  decimal: (f) => decimalSchema(f.scale, f.min ?? 0, f.max),
  // A whole amount may be sent back as it was read: with the decimals of money, all of them zero.
  money: (f) =>
    f.whole
      ? z.preprocess((v) => (typeof v === 'string' ? v.replace(WHOLE_MONEY, '$1') : v), decimalSchema(0, 0))
      : decimalSchema(MONEY_SCALE, 0),
  flag: () =>
    z
      .union([z.literal(1), z.literal(0), z.boolean()], { error: message('flag') })
      .transform((v): 0 | 1 => (v === 1 || v === true ? 1 : 0)),
  date: () => daySchema,
  instant: () => instantSchema,
  reference: () => idSchema,
  option: () => idSchema,
  choice: (f) =>
    z.enum(
      f.choices.map((c) => c.value),
      { error: message('choice', f.choices.map((c) => c.value).join(', ')) },
    ),
  file: () => plainText,
  references: () =>
    z
      .array(idSchema, { error: message('list') })
      .max(BULK_REFERENCES, { error: message('list_length', BULK_REFERENCES) })
      .transform((ids) => [...new Set(ids)]),
  json: () => z.json(),
};
const BULK_REFERENCES = 1000;

/** Single-line text without invisible characters that its field does not allow. */
function visible(f: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (f.kind === 'email' || f.kind === 'phone' || (f.kind === 'text' && f.code)) return withoutInvisible(value);
  return f.kind === 'text' ? withoutDirections(value) : value;
}

/** The schema of a field's value, without null and absence. */
export function valueSchema(f: Field): z.ZodType {
  // The kind selects the function for this field type.
  const schema = (byKind[f.kind] as (field: Field) => z.ZodType)(f);
  return z.preprocess((value) => visible(f, value), schema);
}

/** Whether there is no value: empty text means null. */
const isEmpty = (v: unknown): boolean => v === null || v === undefined || (typeof v === 'string' && !filled(v));

/** A field in a request: empty means null, which only nullable columns accept. */
function fieldSchema(f: Field, mode: 'create' | 'update'): z.ZodType {
  const value = valueSchema(f);
  const demanded = f.required === true;
  const schema = z.unknown().transform((sent, ctx) => {
    const v = visible(f, sent);
    const reject = (problem: string) => {
      ctx.addIssue({ code: 'custom', message: problem, input: v });
      return z.NEVER;
    };
    if (isEmpty(v)) {
      const broken = demanded ? undefined : brokenConstantRule(f, null);
      if (broken !== undefined) return reject(broken);
      if (!demanded && (isNullable(f) || f.kind === 'references')) return f.kind === 'references' ? [] : null;
      if (!demanded && f.default !== undefined) return f.default;
      if (!demanded && f.generated) return undefined;
      return reject(message('required'));
    }
    const parsed = value.safeParse(v);
    if (!parsed.success) return reject(parsed.error.issues[0]?.message ?? message('text'));
    const broken = brokenConstantRule(f, parsed.data);
    return broken === undefined ? parsed.data : reject(broken);
  });
  return demanded && mode === 'create' ? schema : schema.optional();
}

const IGNORED = [...Object.keys(AUDIT_FIELDS), 'created_by', 'updated_by', 'deleted_by'];

function resourceSchema(d: ResourceDefinition, mode: 'create' | 'update') {
  const shape = Object.fromEntries(
    Object.entries(d.fields)
      .filter(([, f]) => isWritable(f))
      .map(([name, f]) => [name, fieldSchema(f, mode)]),
  );
  const ignored = new Set([
    ...IGNORED,
    ...Object.entries(d.fields)
      .filter(([, f]) => !isWritable(f))
      .map(([name]) => name),
  ]);
  return z
    .record(z.string(), z.unknown(), { error: message('list') })
    .transform((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.has(name))))
    .pipe(
      z.strictObject(shape, {
        error: (issue) => (issue.code === 'unrecognized_keys' ? message('unknown_field') : undefined),
      }),
    );
}

type ResourceSchema = ReturnType<typeof resourceSchema>;
const cache = {
  create: new WeakMap<ResourceDefinition, ResourceSchema>(),
  update: new WeakMap<ResourceDefinition, ResourceSchema>(),
};
function cached(d: ResourceDefinition, mode: 'create' | 'update') {
  const found = cache[mode].get(d) ?? resourceSchema(d, mode);
  cache[mode].set(d, found);
  return found;
}

/**
 * The body of `POST /api/{resource}`: required fields must be present, unknown ones are rejected, computed and audit
 * ones are ignored.
 */
export const createSchema = (d: ResourceDefinition) => cached(d, 'create');
/** The body of an update: any of the fields; required ones must not be empty. */
export const updateSchema = (d: ResourceDefinition) => cached(d, 'update');

/** Field errors of a failed parse, keyed by field, as in the error body. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  // Without a prototype: a field may be called `constructor`.
  const out: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const name of names) (out[name] ??= []).push(issue.message);
  }
  return out;
}
