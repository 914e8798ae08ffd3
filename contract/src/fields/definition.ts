import type { Field, FieldKind, WireTypes } from './kinds.ts';
import type { Label } from '../texts/label.ts';
import type { MessageKey } from '../errors/messages.ts';

/** A list column: a field, or a dotted path over relations (`hotel.code`, `role_group.access_type.name`). */
export interface ListColumn {
  readonly column: string;
  readonly label?: Label;
  /** Pixels. */
  readonly width?: number;
  /** Not shown by default. */
  readonly hidden?: boolean;
  /** Fixed at the left edge while the others scroll: the guest's name. */
  readonly pinned?: boolean;
}

/**
 * The row scope. A record is visible if one of the `hotel` paths leads to a hotel in the actor's scope, or one of the
 * `region` paths to a region that is assigned to the actor as a whole. With `open`, records whose paths are all null
 * are visible to everybody. If `user` names a path, that user must be visible too: all places of the user are within
 * the actor's. The first path in `hotel` leads to the hotel at which a record counts: all sums over hotels use only
 * that path, see docs/decisions/0085-count-each-record-at-exactly-one-hotel-in-sums.md.
 */
export interface ScopeRule {
  /**
   * The field that names the other resource that a row is about; reading the row also requires VIEW_ of that resource.
   */
  readonly kind?: string;
  readonly hotel?: readonly string[];
  readonly region?: readonly string[];
  readonly open?: boolean;
  readonly user?: string;
}

/** A resource: everything that the database, the API, the console and the tests need to know about a kind of record. */
export interface ResourceDefinition {
  /** Name of the table, the URL segment and the file. */
  readonly key: string;
  readonly label: Label;
  readonly labels: Label;
  /** Suffix of the permission codes: `VIEW_` + this. */
  readonly permission: string;
  /** Route of the list in the console; the form is at `/:id` below it. */
  readonly path: string;
  readonly icon: string;
  /** The fields shown by a reference to a record: those of its name, and the field with its code. */
  readonly display: { readonly name: readonly string[]; readonly code?: string };
  readonly fields: Readonly<Record<string, Field>>;
  /** Relations over more than one reference: `region: 'country.region'`. */
  readonly relations?: Readonly<Record<string, string>>;
  readonly list: readonly (string | ListColumn)[];
  /** Default order: `-id`, `sort_no`; the id always follows. */
  readonly order?: string;
  readonly scope?: ScopeRule;
  /**
   * Fields whose combination is unique among the records that are not deleted. `ignoreCase` applies to texts;
   * `ignoreNotation` also ignores their width and blanks: "A-12" equals "a - 12".
   */
  readonly unique?: readonly {
    readonly fields: readonly string[];
    readonly ignoreCase?: boolean;
    readonly ignoreNotation?: boolean;
    /** The message for a value that another record has, if it should say more than that. */
    readonly message?: MessageKey;
  }[];
  /** Whole lists of another resource's records, embedded in a record: the details of an option. */
  readonly embeds?: readonly { readonly resource: string; readonly by: string; readonly fields: readonly string[] }[];
  /** Lists shown as tabs of a record: records of `resource` whose field `by` points here. */
  readonly related?: readonly { readonly resource: string; readonly by: string }[];
  /**
   * The field that stores why a record was deleted. A delete must send it as `reason`, else a 422. If some records are
   * `settled`, only those need it.
   */
  readonly deleteReason?: string;
  /** A user who may create such a record may delete their own for `SELF_REVERT_MINUTES` without the right to delete. */
  readonly selfRevertible?: true;
  /** The console requires the reason, but API clients may delete without one. */
  readonly reasonOptional?: true;
  /** Further counts in the dry run of a bulk delete, besides the records: names with what they count. */
  readonly deletePreviewCounts?: Readonly<Record<string, string>>;
  /**
   * Records that are locked for one of these `reasons` are immutable `except` for some fields: a 409 `settled`. So are
   * records whose option `by`, a path from the record, has one of these codes.
   */
  readonly settled?: {
    readonly option?: { readonly by: string; readonly codes: readonly string[] };
    readonly reasons: readonly string[];
    readonly except: readonly string[];
    /** A different message for such records with a value in the field `by`. */
    readonly message?: { readonly by: string; readonly text: Label };
  };
  /**
   * The month of a record: by its hotel and moment, or by those of the transaction that `through` points to. Once the
   * month is closed, the record cannot be written, changed, deleted or restored: a 409 `month_closed`. With `only`,
   * just these fields and the record's existence are locked.
   */
  readonly month?:
    | { readonly hotel: string; readonly at: string }
    | { readonly through: string; readonly only?: readonly string[] };
  /** Reference data: cannot be deleted while records point to it. */
  readonly protected?: boolean;
  /** Every signed-in user may read its list; without VIEW_ only the fields that name its records. */
  readonly publicList?: true;
  /** Its list is returned whole if no page is requested: clients load it once for look-ups. */
  readonly unpagedList?: true;
  /**
   * Referenced by almost every write. Derive nothing from its fields unless the referencing row locks or copies it;
   * then edits here need not block writers.
   */
  readonly referencedByMost?: true;
  readonly readOnly?: boolean;
  /** Its rows are a database view over records stored elsewhere: read-only, not counted and not referenced. */
  readonly view?: true;
  /** The path below /api that computes its rows on request. Rows are not records: they have no id, history or page. */
  readonly run?: string;
  /** One screen for everything: records open in a dialog over the list and have no separate page. */
  readonly single?: boolean;
  /** Where the response has the list and a single record; `data` for both by default. */
  readonly envelope?: { readonly list: 'bare' | 'nested' | 'data'; readonly record: 'nested' | 'data' };
}

export const defineResource = <const D extends ResourceDefinition>(definition: D): D => definition;

/** The hotel at which the records of a list count. */
export interface AttributedHotel {
  /** The column of its id, for filters: `member.hotel_id`. */
  readonly column: string;
  /** The property of a record that contains it as an object: `hotel`. */
  readonly name: string;
}

/**
 * The hotel at which a record counts if users of other hotels see it too: for a member the one that serves them, for a
 * sale the one that made it. Undefined if only the users of that hotel see a record, and for views, which nothing
 * counts.
 */
export function attributedHotel(d: ResourceDefinition): AttributedHotel | undefined {
  const [column, ...further] = d.scope?.hotel ?? [];
  if (column === undefined || further.length === 0 || d.view) return undefined;
  const path = column.replace(/_id$/, '');
  const [name = path] = Object.entries(d.relations ?? {}).find(([, target]) => target === path) ?? [];
  return { column, name };
}

type Readable<F extends Readonly<Record<string, Field>>> = {
  [K in keyof F as F[K]['kind'] extends 'secret' ? never : K]: F[K];
};
type Value<F extends Field> = F extends { nullable: true }
  ? WireTypes[F['kind']] | null
  : F extends { required: true } | { generated: true } | { default: string | number }
    ? WireTypes[F['kind']]
    : WireTypes[F['kind']] | null;

/** A person or record as it appears inside another one. */
export interface Nested {
  readonly id: number;
  readonly name: string;
  readonly code?: string | null;
  /** Set for a user, if the record shows it. */
  readonly username?: string;
}

/** The fields that every record has besides its own. */
export interface AuditValues {
  readonly id: number;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly created_by: Nested | null;
  readonly updated_by: Nested | null;
  readonly deleted_by: Nested | null;
}

/** A record as returned by the API, without nested objects. */
export type RecordOf<D extends ResourceDefinition> = AuditValues & {
  readonly [K in keyof Readable<D['fields']>]: Value<D['fields'][K]>;
};

type Writable<F extends Readonly<Record<string, Field>>> = {
  [K in keyof F as F[K] extends { computed: true } ? never : K]: F[K];
};
type RequiredKeys<F extends Readonly<Record<string, Field>>> = {
  [K in keyof F]: F[K] extends { required: true } ? K : never;
}[keyof F];

/** The body of a create. */
export type InputOf<D extends ResourceDefinition> = {
  -readonly [K in keyof Writable<D['fields']> & RequiredKeys<D['fields']>]: WireTypes[D['fields'][K]['kind']];
} & {
  -readonly [K in Exclude<keyof Writable<D['fields']>, RequiredKeys<D['fields']>>]?:
    | WireTypes[D['fields'][K]['kind']]
    | null;
};

const auditField = (kind: 'instant' | 'reference', en: string, id: string): Field =>
  kind === 'instant'
    ? { kind, label: { en, id }, computed: true, width: 170 }
    : { kind, to: 'users', label: { en, id }, computed: true, width: 140 };

/** The columns that every table has besides the fields of its definition. */
export const AUDIT_FIELDS = {
  id: { kind: 'integer', label: { en: 'ID', id: 'ID' }, computed: true, required: true, width: 80 },
  version: { kind: 'integer', label: { en: 'Version', id: 'Versi' }, computed: true, required: true },
  created_at: { ...auditField('instant', 'Created at', 'Dibuat Pada'), required: true },
  created_by_id: auditField('reference', 'Created by', 'Dibuat Oleh'),
  updated_at: { ...auditField('instant', 'Updated at', 'Diubah Pada'), required: true },
  updated_by_id: auditField('reference', 'Updated by', 'Diubah Oleh'),
  deleted_at: auditField('instant', 'Deleted at', 'Dihapus Pada'),
  deleted_by_id: auditField('reference', 'Deleted by', 'Dihapus Oleh'),
} as const satisfies Record<string, Field>;

/** The fields of a record, including the audit columns. */
export const allFields = (d: ResourceDefinition): Readonly<Record<string, Field>> => ({ ...AUDIT_FIELDS, ...d.fields });

/** Whether a field stores who wrote a record: responses have only the user, not the id next to it. */
export const isUserAuditField = (name: string): boolean => name in AUDIT_FIELDS && name.endsWith('_by_id');

export const isWritable = (f: Field): boolean => !f.computed;
/** Whether the table of the resource has a column for the field. */
export const isStored = (f: Field): boolean => f.kind !== 'references' && !f.derived;
/** Whether a search covers the field if a list shows it. */
export const isSearchable = (f: Field): boolean => isStored(f) && SEARCHABLE.has(f.kind) && !f.excludedFromSearch;
const SEARCHABLE: ReadonlySet<FieldKind> = new Set(['text', 'email', 'phone', 'textarea']);

/**
 * The fields that can be set for many records at once. Excluded are fields that identify a record, secrets and files.
 */
export const bulkFields = (d: ResourceDefinition): readonly string[] => {
  const own = new Set((d.unique ?? []).flatMap(({ fields }) => (fields.length === 1 ? fields : [])));
  const isOwn = (name: string, f: Field) =>
    own.has(name) ||
    f.distinct === true ||
    f.kind === 'secret' ||
    f.kind === 'file' ||
    (f.kind === 'textarea' && f.inputType !== undefined);
  return Object.entries(d.fields).flatMap(([name, f]) => (isWritable(f) && !isOwn(name, f) ? [name] : []));
};

/** The list's columns as objects. */
export const listColumns = (d: ResourceDefinition): readonly ListColumn[] =>
  d.list.map((c) => (typeof c === 'string' ? { column: c } : c));

/**
 * Columns of a list with everything they display. A name of several fields is shown whole in its pinned column, unless
 * others of its fields have a column too.
 */
export function renderedColumns(d: ResourceDefinition, columns: readonly string[]): readonly string[] {
  const [first, ...rest] = d.display.name;
  const isPinned = listColumns(d).some(({ column, pinned }) => column === first && pinned);
  if (!isPinned || rest.some((name) => columns.includes(name))) return columns;
  return columns.flatMap((column) => (column === first ? d.display.name : column));
}

/** The record's own texts that are searched: the columns of the table's trigram index. */
export const searchedFields = (d: ResourceDefinition): readonly string[] =>
  listColumns(d)
    .map(({ column }) => column)
    .filter((column) => {
      const f = Object.hasOwn(d.fields, column) ? d.fields[column] : undefined;
      return f !== undefined && isSearchable(f);
    });
