import type { Field, FieldKind, WireTypes } from './field.ts';
import type { Label } from './label.ts';
import type { MessageKey } from './messages.ts';

/** A list column: a field, or a dotted path over relations (`hotel.code`, `role_group.access_type.name`). */
export interface ListColumn {
  readonly column: string;
  readonly label?: Label;
  /** Pixels. */
  readonly width?: number;
  /** Not among the columns a list starts with. */
  readonly hidden?: boolean;
  /** Stays at the left edge while the others scroll: the guest's name. */
  readonly pinned?: boolean;
}

/**
 * The row scope. A record is in sight when one of the `hotel` paths leads to a hotel in the actor's scope, or one
 * of the `region` paths to a region the actor is assigned to as a whole. With `open`, records whose paths are all null
 * are in everybody's sight. Where `user` names a path, the user it leads to has to be in sight as well: one whose places lie
 * within the actor's. The first of `hotel` is the hotel at which a record counts: every sum is over hotels by that path
 * alone, see docs/decisions/0085-sums-of-hotels.md.
 */
export interface ScopeRule {
  /** The field that names another resource of which a row speaks: it takes VIEW_ of that one, too. */
  readonly kind?: string;
  readonly hotel?: readonly string[];
  readonly region?: readonly string[];
  readonly open?: boolean;
  readonly user?: string;
}

/** A resource: everything the database, the API, the console and the tests need to know of a kind of record. */
export interface ResourceDefinition {
  /** Name of the table, the URL segment and the file. */
  readonly key: string;
  readonly label: Label;
  readonly labels: Label;
  /** Ends the permission codes: `VIEW_` + this. */
  readonly permission: string;
  /** Route of the list in the console; the form is at `/:id` below it. */
  readonly path: string;
  readonly icon: string;
  /** The fields that a reference to a record shows: those of its name, and the field with its code. */
  readonly display: { readonly name: readonly string[]; readonly code?: string };
  readonly fields: Readonly<Record<string, Field>>;
  /** Relations that lead further than one reference: `region: 'country.region'`. */
  readonly relations?: Readonly<Record<string, string>>;
  readonly list: readonly (string | ListColumn)[];
  /** Default order: `-id`, `sort_no`; the id always follows. */
  readonly order?: string;
  readonly scope?: ScopeRule;
  /**
   * Fields that together are unique among the records that are not deleted. `ignoreCase` holds for the texts; `ignoreWriting` also
   * for their width and blanks: "A-12" is "a - 12".
   */
  readonly unique?: readonly {
    readonly fields: readonly string[];
    readonly ignoreCase?: boolean;
    readonly ignoreWriting?: boolean;
    /** The message about a value that another record has, where it is more than that. */
    readonly says?: MessageKey;
  }[];
  /** Records of another resource that travel inside a record, whole lists of them: the details of an option. */
  readonly embeds?: readonly { readonly resource: string; readonly by: string; readonly fields: readonly string[] }[];
  /** Lists shown as tabs of a record: records of `resource` whose field `by` points here. */
  readonly related?: readonly { readonly resource: string; readonly by: string }[];
  /** The field that keeps why a record was deleted. A delete must bring it as `reason`, else a 422; where some records are `settled`, only those need it. */
  readonly deleteReason?: string;
  /** A user who may make such a record takes an own one back for `TAKE_BACK_MINUTES` without the right to delete. */
  readonly takenBack?: true;
  /** The console asks for the reason, but a program may delete without one. */
  readonly reasonOptional?: true;
  /** The counts of a dry run of deleting many beside the records: names with what they count. */
  readonly countedBeforeDelete?: Readonly<Record<string, string>>;
  /**
   * Records that stay `because` of one of these reasons stand as they were made, `but` for some fields: a 409 `settled`. So do those
   * whose option `by`, a path from the record, has one of these codes.
   */
  readonly settled?: {
    readonly option?: { readonly by: string; readonly codes: readonly string[] };
    readonly because: readonly string[];
    readonly but: readonly string[];
    /** Other words for such records that have a value in the field `by`. */
    readonly says?: { readonly by: string; readonly words: Label };
  };
  /**
   * The month of a record: by its hotel and moment, or by those of the transaction that `through` points to. Once the month is closed
   * nothing of it is written, changed, deleted or restored: a 409 `month_closed`. Of some, only these fields stand and being there at all.
   */
  readonly month?:
    | { readonly hotel: string; readonly at: string }
    | { readonly through: string; readonly only?: readonly string[] };
  /** Reference data: may not be deleted while records point to it. */
  readonly protected?: boolean;
  /** Every signed-in user may read its list; without VIEW_ only the fields that name its records. */
  readonly openList?: true;
  /** Its list is answered whole where no page is asked for: clients load it once and look things up. */
  readonly wholeList?: true;
  /**
   * Nearly every write points to one. Nothing may follow from its fields that the pointing records do not lock, or copy, by themselves:
   * then an edit of it need not wait for them.
   */
  readonly pointedToByAll?: true;
  /** May be read, never written. */
  readonly readOnly?: boolean;
  /** Its rows are a view of the database over records kept elsewhere: read alone, neither counted nor pointed from. */
  readonly view?: true;
  /** The path below /api that makes its rows when they are asked for. They are no records: without id, history or page of their own. */
  readonly run?: string;
  /** One screen for all: records open in a dialog over the list and have no page of their own. */
  readonly single?: boolean;
  /** The places of the list and of a single record in the answer; `data` for both where nothing is said. */
  readonly envelope?: { readonly list: 'bare' | 'nested' | 'data'; readonly record: 'nested' | 'data' };
}

export const defineResource = <const D extends ResourceDefinition>(definition: D): D => definition;

/** The hotel at which the records of a list count. */
export interface CountingHotel {
  /** The column of its id, for filters: `member.hotel_id`. */
  readonly column: string;
  /** The name under which a record has it, as an object: `hotel`. */
  readonly name: string;
}

/**
 * The hotel at which records count that users of further hotels see, too: a member at the one that serves them, a sale where it was made.
 * Undefined where only the users of that hotel see a record, and for views, which nothing counts.
 */
export function countingHotel(d: ResourceDefinition): CountingHotel | undefined {
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
  /** Of a user, where the record tells it. */
  readonly username?: string;
}

/** The fields that every record carries beside its own. */
export interface Audit {
  readonly id: number;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly created_by: Nested | null;
  readonly updated_by: Nested | null;
  readonly deleted_by: Nested | null;
}

/** A record as the API answers it, nested objects aside. */
export type RecordOf<D extends ResourceDefinition> = Audit & {
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

const audit = (kind: 'instant' | 'reference', en: string, id: string): Field =>
  kind === 'instant'
    ? { kind, label: { en, id }, computed: true, width: 170 }
    : { kind, to: 'users', label: { en, id }, computed: true, width: 140 };

/** The columns that every table has beside its definition's fields. */
export const AUDIT_FIELDS = {
  id: { kind: 'integer', label: { en: 'ID', id: 'ID' }, computed: true, required: true, width: 80 },
  version: { kind: 'integer', label: { en: 'Version', id: 'Versi' }, computed: true, required: true },
  created_at: { ...audit('instant', 'Created at', 'Dibuat Pada'), required: true },
  created_by_id: audit('reference', 'Created by', 'Dibuat Oleh'),
  updated_at: { ...audit('instant', 'Updated at', 'Diubah Pada'), required: true },
  updated_by_id: audit('reference', 'Updated by', 'Diubah Oleh'),
  deleted_at: audit('instant', 'Deleted at', 'Dihapus Pada'),
  deleted_by_id: audit('reference', 'Deleted by', 'Dihapus Oleh'),
} as const satisfies Record<string, Field>;

/** Whether a field is the stamp of who wrote a record: answers give the user alone, and not the id beside it. */
export const isUserStamp = (name: string): boolean => name in AUDIT_FIELDS && name.endsWith('_by_id');

export const isWritable = (f: Field): boolean => !f.computed;
/** Whether the table of the resource has a column for the field. */
export const isStored = (f: Field): boolean => f.kind !== 'references' && !f.derived;
/** Whether a search looks into the field where a list shows it. */
export const isSearchable = (f: Field): boolean => isStored(f) && SEARCHABLE.has(f.kind) && !f.unsearched;
const SEARCHABLE: ReadonlySet<FieldKind> = new Set(['text', 'email', 'phone', 'textarea']);

/** The fields that many records may be given at once. Fields that tell records apart, secrets and files are each record's own. */
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
 * Columns of a list with all that they draw: a name of several fields stands as a whole in its pinned one, unless others of them
 * have a column too.
 */
export function drawnColumns(d: ResourceDefinition, columns: readonly string[]): readonly string[] {
  const [first, ...rest] = d.display.name;
  const isPinned = listColumns(d).some(({ column, pinned }) => column === first && pinned);
  if (!isPinned || rest.some((name) => columns.includes(name))) return columns;
  return columns.flatMap((column) => (column === first ? d.display.name : column));
}

/** The record's own texts that the search looks into: the columns of the table's trigram index. */
export const searchedFields = (d: ResourceDefinition): readonly string[] =>
  listColumns(d)
    .map(({ column }) => column)
    .filter((column) => {
      const f = Object.hasOwn(d.fields, column) ? d.fields[column] : undefined;
      return f !== undefined && isSearchable(f);
    });
