import type { Rule } from './rule.ts';
import type { Label } from '../texts/label.ts';
import type { MessageKey } from '../errors/messages.ts';

/**
 * Field kinds. A kind decides the PostgreSQL column, the value on the wire, the form input and the list cell of a
 * field. Each of these is one map `Record<FieldKind, …>`.
 */

/** How a value is compared: literally, or as a name, number or phone in any of the ways in which people write it. */
export type Notation = 'plain' | 'name' | 'number' | 'phone';

interface CommonFieldOptions {
  readonly label: Label;
  readonly hint?: Label;
  /** Must be sent on create and is never null. */
  readonly required?: boolean;
  /** With `required`: null in records that no create made, until somebody sets it. */
  readonly nullable?: boolean;
  /** Set by the server; ignored in requests. */
  readonly computed?: boolean;
  /** Set by the database if left empty, and never null. */
  readonly generated?: boolean;
  /** Set when a record is created, and never updated. */
  readonly fixed?: boolean;
  /** Immutable once one of these fields is set. */
  readonly fixedBy?: readonly string[];
  /** Its values identify records, so it cannot be set for many records at once. */
  readonly distinct?: boolean;
  /** Why the field cannot be changed. Without it, the message says that the record is immutable. */
  readonly fixedMessage?: MessageKey;
  /** Once set, it is never reverted: undoing other changes leaves it unchanged. */
  readonly permanent?: boolean;
  /** Computed from other fields and not stored; its SQL is in the hooks of the resource. */
  readonly derived?: boolean;
  /** Computed for the records that are shown: lists neither sort nor filter by it, since no index could serve that. */
  readonly shownOnly?: true;
  /** The value if a create omits the field; such a field is never null. */
  readonly default?: string | number;
  /** The initial value in a new form. It is not a default: a request without the field is rejected. */
  readonly initial?: string | number;
  /** The rules besides the kind: `[{ rule: 'lessThanEquals', field: 'end_date' }]`. */
  readonly rules?: readonly Rule[];
  /** Width of the list column in pixels. */
  readonly width?: number;
  /** Excluded from searches, although the list shows it. */
  readonly excludedFromSearch?: boolean;
  /** What people write in several ways; searches and text filters find it in all of them. Phones are always such. */
  readonly notation?: Exclude<Notation, 'plain' | 'phone'>;
  /** Heading above the field in forms. */
  readonly section?: Label;
  /** Starts a form row that it shares with the next field, of any kind. The row has this heading. */
  readonly pairsWithNext?: boolean;
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
    /** A number or code for lookups and comparisons: writes remove invisible characters. */
    readonly code?: boolean;
    /** Labels of the English words in texts written by a program. The wire has the text itself. */
    readonly words?: Readonly<Record<string, Label>>;
    /** The key of an exported list, report or other file, shown by its name. */
    readonly exportedFile?: boolean;
    /** A long number, shown in groups of four digits. */
    readonly digitGroups?: boolean;
    /** A reason for an action, with at least `MIN_REASON_LENGTH` letters or digits. */
    readonly reason?: boolean;
  };
  email: {
    /** Label of the choice that no address exists, although one is required. See `noEmailAddress`. */
    readonly absence?: Label;
  };
  phone: {
    /** The field with the same number in E.164, which the write fills in. */
    readonly e164?: string;
    /**
     * Columns with the ISO code of the country where a number without a calling code is dialled, most likely first:
     * `hotel.country.cca2`. Each begins with a reference of the record.
     */
    readonly dialledIn?: readonly string[];
  };
  /** Several lines of plain text, or the input of the type that the field `inputType` points to. */
  textarea: {
    readonly max?: number;
    /** A reason for an action, with at least `MIN_REASON_LENGTH` letters or digits. */
    readonly reason?: boolean;
    readonly inputType?: string;
    /** Texts that are often entered, offered below the input in the user's language. */
    readonly suggestions?: readonly Label[];
    /** Labels that replace texts written by a program, by the prefix of the text. The wire has the text itself. */
    readonly displayTexts?: readonly { readonly prefix: string; readonly text: Label }[];
    /** The columns or the query of the exported file that the field `resource` names; shown in words. */
    readonly exportedPart?: 'columns' | 'query';
    /** The field with the same content as `RecordChanges`; these are shown in words in place of the text. */
    readonly changesColumn?: string;
  };
  /** Rich text, sanitised on write. */
  editor: object;
  /**
   * Write-only: stored as a hash, masked in the history. A person's password is hashed with argon2id, a machine's
   * `token` with SHA-256, so that it can be looked up by the token in a request. A token that `signsMessages` is stored
   * unhashed.
   */
  secret: { readonly token?: boolean; readonly signsMessages?: boolean };
  integer: { readonly min?: number; readonly max?: number };
  /** An exact decimal; a string with `scale` decimals on the wire. */
  decimal: { readonly scale: number; readonly min?: number; readonly max?: number };
  /**
   * An amount in the local currency with 3 decimals; `whole` amounts are entered without decimals. `currency` names the
   * column with its currency, which the list has: by default, `currency` of the same record.
   */
  money: { readonly whole?: boolean; readonly currency?: string };
  /** Yes or no, or the two `answers`; 1 or 0 on the wire. */
  flag: { readonly answers?: { readonly yes: Label; readonly no: Label } };
  /** A day without a time, `YYYY-MM-DD`. */
  date: {
    readonly noAutoFill?: boolean;
    /** Its days are mostly in the future: period filters offer upcoming periods first. */
    readonly futureDates?: boolean;
    /** The first day of a month, which represents the whole month: shown as `May 2026`. */
    readonly monthOnly?: boolean;
  };
  /** A moment, stored and sent in UTC as `YYYY-MM-DD HH:mm:ss`. */
  /** In the zone of the record's hotel, which the record has as `time_zone`: the moment of an event at the hotel. */
  instant: { readonly noAutoFill?: boolean; readonly inHotelZone?: boolean };
  /** Id of a record of another resource. */
  reference: {
    readonly to: string;
    /** The record belongs to its target and is deleted with it, so it does not prevent deleting the target. */
    readonly owned?: boolean;
    /**
     * May point to a record of a hotel that the actor cannot see, if it was looked up: a guest is served at any hotel.
     */
    readonly crossHotel?: boolean;
    /** An inactive target (`is_active`) accepts no new references. Existing ones remain. */
    readonly activeOnly?: boolean;
    /** The field that a create may send instead of the id: a number known only to its holder. */
    readonly numberField?: string;
    /** Records the record's origin; its target may be deleted. */
    readonly historical?: boolean;
  };
  /** ID of a detail of the option with this slug. */
  option: { readonly slug: string };
  /** One of a fixed list of values. */
  choice: { readonly choices: readonly Choice[] };
  /** Address of an uploaded file. */
  file: { readonly accept: readonly string[] };
  /** Ids of records of another resource, stored in a link table. */
  references: {
    readonly to: string;
    readonly link: string;
    readonly from: string;
    readonly target: string;
    /** Only records with one of these names can be selected; the resource's hooks reject others. */
    readonly names?: readonly string[];
  };
  /** `isDescribed`: hidden, because another field describes it in words. */
  json: { readonly isDescribed?: boolean };
}

export type FieldKind = keyof KindOptions;
export type FieldOf<K extends FieldKind> = CommonFieldOptions & { readonly kind: K } & KindOptions[K];
export type Field = { [K in FieldKind]: FieldOf<K> }[FieldKind];

/** The value of each kind on the wire, without null. */
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

type Options<K extends FieldKind> = Omit<CommonFieldOptions, 'label'> & KindOptions[K];

function defineKind<K extends FieldKind>(kind: K) {
  return <const O extends Options<K>>(en: string, id: string, options?: O) =>
    ({ kind, label: { en, id }, ...options }) as { readonly kind: K; readonly label: Label } & O;
}

export const text = defineKind('text');
export const email = defineKind('email');
export const phone = defineKind('phone');
export const textarea = defineKind('textarea');
export const editor = defineKind('editor');
export const secret = defineKind('secret');
export const integer = defineKind('integer');
export const decimal = defineKind('decimal');
export const money = defineKind('money');
export const flag = defineKind('flag');
export const date = defineKind('date');
export const instant = defineKind('instant');
export const file = defineKind('file');
export const json = defineKind('json');
export const choice = defineKind('choice');
export const references = defineKind('references');

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
export const MAX_TEXT_LENGTH = 255;
export const MAX_TEXTAREA_LENGTH = 20_000;
/** Characters of a person's password. */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 128;
/** Minimum characters of a machine's token; `findTokenWeakness` checks its randomness. */
export const TOKEN_MIN_LENGTH = 32;

/** Whether the column of a field may hold null. */
export const isNullable = (field: Field): boolean =>
  field.nullable === true || (!field.required && !field.generated && field.default === undefined);
