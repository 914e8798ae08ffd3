import type { Rule } from './field-rule.ts';
import type { Label } from './label.ts';
import type { MessageKey } from './messages.ts';

/**
 * Field kinds: the kind of each field of a resource. A kind decides the column in PostgreSQL, the value on the wire, the
 * input in a form and the cell in a list; each of those is one map `Record<FieldKind, …>`.
 */

interface Common {
  readonly label: Label;
  readonly hint?: Label;
  /** Must be sent on create and is never null. */
  readonly required?: boolean;
  /** Beside `required`: null in records that came another way than by a create, until somebody fills it in. */
  readonly nullable?: boolean;
  /** Given by the server; ignored when sent. */
  readonly computed?: boolean;
  /** Given by the database where it is left empty, and never null. */
  readonly generated?: boolean;
  /** Given when a record is made, and changed by no update. */
  readonly fixed?: boolean;
  /** Fixed once one of these fields is set. */
  readonly fixedBy?: readonly string[];
  /** No two records have one that looks alike, so that many are not given the same. */
  readonly distinct?: boolean;
  /** Why the field cannot be changed; without it, the message says that the record is immutable. */
  readonly fixedSays?: MessageKey;
  /** Once set it is never taken back: undoing other changes leaves it as it stands. */
  readonly lasting?: boolean;
  /** Follows from other fields and stands in no table; its SQL is in the behaviour of the resource. */
  readonly derived?: boolean;
  /** Value of a record that is created without the field; such a field is never null. */
  readonly default?: string | number;
  /** The first value in a new form. It is not a default: a client that leaves the field out is told so. */
  readonly initial?: string | number;
  /** The rules beside the kind: `[{ rule: 'lessThanEquals', field: 'end_date' }]`. */
  readonly rules?: readonly Rule[];
  /** Width of the list column in pixels. */
  readonly width?: number;
  /** A text that a search passes by, though the list shows it. */
  readonly unsearched?: boolean;
  /** Heading that the field stands under in forms. */
  readonly section?: Label;
  /** In forms it begins a row and the next field stands beside it, of any kind: a text in English, and in Indonesian. */
  readonly half?: boolean;
}

export interface Choice {
  readonly value: string;
  readonly label: Label;
  readonly tone?: 'neutral' | 'success' | 'warning' | 'danger' | 'info';
}

interface KindOptions {
  /** One line of text. */
  text: {
    readonly max?: number;
    readonly pattern?: string;
    readonly upper?: boolean;
    /** A number or code that is looked up and compared: invisible characters are left out where it is written. */
    readonly code?: boolean;
    /** A long number, read in groups of four digits. */
    readonly inGroups?: boolean;
    /** Says why something was done, and has at least `REASON_MIN` letters or digits. */
    readonly reason?: boolean;
  };
  email: object;
  phone: object;
  /** Several lines of plain text; or the input of the type to which the field `inputType` points. */
  textarea: {
    readonly max?: number;
    /** Says why something was done, and has at least `REASON_MIN` letters or digits. */
    readonly reason?: boolean;
    readonly inputType?: string;
    /** The words that people read in place of a text that a program wrote, by the text's start. The wire has the text. */
    readonly inWords?: readonly { readonly start: string; readonly words: Label }[];
    /** The field with the same as `RecordChanges`, which people read in words in place of the text. */
    readonly changesIn?: string;
  };
  /** Rich text, sanitised when it is written. */
  editor: object;
  /**
   * Written, never read: stored as a hash, masked in the history. A person's password is hashed by argon2id, a machine's
   * `token` by SHA-256, so that it can be found by the sent one. A token that `signs` messages is kept as it is.
   */
  secret: { readonly token?: boolean; readonly signs?: boolean };
  integer: { readonly min?: number; readonly max?: number };
  /** Exact decimal; travels as a string with `scale` decimals. */
  decimal: { readonly scale: number; readonly min?: number; readonly max?: number };
  /**
   * An amount in the local currency, 3 decimals; `whole` amounts are typed without decimals. `currency` is the column that has its
   * currency, the one of that name beside it by default.
   */
  money: { readonly whole?: boolean; readonly currency?: string };
  /** Yes or no; travels as 1 or 0. */
  flag: object;
  /** A day without a time, `YYYY-MM-DD`. */
  date: {
    readonly neverInvented?: boolean;
    /** Its days lie ahead, as those on which something ends: periods to filter by begin with the coming ones. */
    readonly ahead?: boolean;
    /** The first day of a month, which stands for it: people read `May 2026`. */
    readonly ofMonth?: boolean;
  };
  /** A moment, stored and sent in UTC as `YYYY-MM-DD HH:mm:ss`. */
  /** `atHotel`: the moment of an event at the hotel of the record, told in its zone, which the record has as `time_zone`. */
  instant: { readonly neverInvented?: boolean; readonly atHotel?: boolean };
  /** Id of a record of another resource. */
  reference: {
    readonly to: string;
    /** The record belongs to the one that it points to and goes with it, so it does not keep it from being deleted. */
    readonly owned?: boolean;
    /** May point to a record of other hotels than the actor's that was looked up: a guest is served wherever he is a member. */
    readonly anywhere?: boolean;
    /** A record that is switched off (`is_active`) takes no new ones: nothing is newly pointed to it. What points there already stays. */
    readonly inService?: boolean;
    /** The field that a create may send in its place: the number that only its holder knows. */
    readonly byNumber?: string;
    /** Tells where the record came from: its target may be deleted. */
    readonly past?: boolean;
  };
  /** Id of a detail of the option with this slug. */
  option: { readonly slug: string };
  /** One of a fixed list of words. */
  choice: { readonly choices: readonly Choice[] };
  /** Address of an uploaded file. */
  file: { readonly accept: readonly string[] };
  /** Ids of records of another resource, kept in a link table. */
  references: { readonly to: string; readonly link: string; readonly from: string; readonly target: string };
  /** Of what is `told` in words by another field, nothing is drawn. */
  json: { readonly told?: boolean };
}

export type FieldKind = keyof KindOptions;
export type FieldOf<K extends FieldKind> = Common & { readonly kind: K } & KindOptions[K];
export type Field = { [K in FieldKind]: FieldOf<K> }[FieldKind];

/** The value of each kind on the wire, null aside. */
export interface WireTypes {
  text: string;
  email: string;
  phone: string;
  textarea: string;
  editor: string;
  secret: string;
  integer: number;
  decimal: string;
  money: string;
  flag: 0 | 1;
  date: string;
  instant: string;
  reference: number;
  option: number;
  choice: string;
  file: string;
  references: readonly number[];
  json: unknown;
}

type Options<K extends FieldKind> = Omit<Common, 'label'> & KindOptions[K];

function field<K extends FieldKind>(kind: K) {
  return <const O extends Options<K>>(en: string, id: string, options?: O) =>
    ({ kind, label: { en, id }, ...options }) as { readonly kind: K; readonly label: Label } & O;
}

export const text = field('text');
export const email = field('email');
export const phone = field('phone');
export const textarea = field('textarea');
export const editor = field('editor');
export const secret = field('secret');
export const integer = field('integer');
export const decimal = field('decimal');
export const money = field('money');
export const flag = field('flag');
export const date = field('date');
export const instant = field('instant');
export const file = field('file');
export const json = field('json');
export const choice = field('choice');
export const references = field('references');

export const reference = <const To extends string, const O extends Omit<Options<'reference'>, 'to'>>(
  to: To,
  en: string,
  id: string,
  options?: O,
) =>
  ({ kind: 'reference', to, label: { en, id }, ...options }) as {
    readonly kind: 'reference';
    readonly to: To;
    readonly label: Label;
  } & O;

export const option = <const O extends Omit<Options<'option'>, 'slug'>>(
  slug: string,
  en: string,
  id: string,
  options?: O,
) =>
  ({ kind: 'option', slug, label: { en, id }, ...options }) as {
    readonly kind: 'option';
    readonly slug: string;
    readonly label: Label;
  } & O;

/** Decimals of a money amount in the database and on the wire. */
export const MONEY_SCALE = 3;
export const TEXT_MAX = 255;
export const TEXTAREA_MAX = 20_000;
/** Characters of a machine's token at least; how random they must look is told by `tokenWeakness`. */
export const TOKEN_MIN_LENGTH = 32;

/** Whether the column of a field may hold null. */
export const isNullable = (f: Field): boolean =>
  f.nullable === true || (!f.required && !f.generated && f.default === undefined);
