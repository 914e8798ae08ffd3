import type { Condition } from './filter.ts';
import type { Field, FieldKind, Notation, WireTypes } from './kinds.ts';
import type { Label } from '../texts/label.ts';
import type { MessageKey } from '../errors/messages.ts';

/** A list column: a field, or a dotted path over relations (`hotel.code`, `role_group.access_type.name`). */
export interface ListColumn {
  readonly column: string;
  readonly label?: Label;
  /** Pixels. */
  readonly width?: number;
  /** Hidden by default. */
  readonly hidden?: boolean;
  /** Fixed at the left edge while the others scroll: the guest's name. */
  readonly pinned?: boolean;
}

/**
 * The row scope. A record is visible if one of the `hotel` paths leads to a hotel in the actor's scope, or one of the
 * `region` paths to a region that is assigned to the actor as a whole. With `open`, records whose paths are all null
 * are visible to everybody. If `user` names a path, that user must be visible too, with all places within the actor's.
 * The first path in `hotel` leads to the hotel at which a record counts. Sums over hotels use only that path: see
 * docs/decisions/0085-count-each-record-at-exactly-one-hotel-in-sums.md.
 */
export interface ScopeRule {
  /** The field that holds the resource which a row is about; reading the row also requires VIEW_ of that resource. */
  readonly kind?: string;
  readonly hotel?: readonly string[];
  readonly region?: readonly string[];
  readonly open?: boolean;
  readonly user?: string;
}

/** Fields that are entered, validated and sent together: those of a record, or of the body of a call. */
export interface FieldSet {
  readonly fields: Readonly<Record<string, Field>>;
}

/** A resource: everything that the database, the API, the console and the tests need to know about a kind of record. */
export interface ResourceDefinition extends FieldSet {
  /** Name of the table, the URL segment and the file. */
  readonly key: string;
  readonly label: Label;
  readonly labels: Label;
  /** Suffix of the permission codes: `VIEW_` + this. */
  readonly permission: string;
  /**
   * Route of the list in the console; `/:id` below it is the form. It begins with the group of its menu entry, or with
   * `/company` for one outside of groups, unless the menu places the entry itself.
   */
  readonly path: string;
  readonly icon: string;
  /** Its records are reached through those of another resource, so the menu has no entry for its list. */
  readonly withoutMenuEntry?: true;
  /**
   * The fields that a reference to a record shows: those of its name, and the field of its code. `subject` is the
   * relation to the record that names it to people, such as the guest of a visit; it is the name of a record without one.
   */
  readonly display: { readonly name: readonly string[]; readonly code?: string; readonly subject?: string };
  /**
   * Columns in the head of a record's page, below its subject and its own name, where a number alone says little. The
   * rest of the page does not repeat what nobody can change in it.
   */
  readonly head?: readonly (string | ListColumn)[];
  /** Relations that follow several references: `region: 'country.region'`. */
  readonly relations?: Readonly<Record<string, string>>;
  readonly list: readonly (string | ListColumn)[];
  /** The conditions with which its list page opens, as filters that people can change or remove. */
  readonly opening?: readonly Condition[];
  /** Default sort order: `-id`, `sort_no`; the id always comes last. */
  readonly order?: string;
  readonly scope?: ScopeRule;
  /**
   * Fields whose combination is unique among the records that are not deleted. `ignoreCase` ignores the case of texts;
   * `ignoreNotation` also ignores the width of characters and blanks: "A-12" equals "a - 12".
   */
  readonly unique?: readonly {
    readonly fields: readonly string[];
    readonly ignoreCase?: boolean;
    readonly ignoreNotation?: boolean;
    /** The message if another record has the value, where the general one is not enough. */
    readonly message?: MessageKey;
  }[];
  /** Lists of another resource's records that are embedded as a whole: the details of an option. */
  readonly embeds?: readonly { readonly resource: string; readonly by: string; readonly fields: readonly string[] }[];
  /** Lists shown as tabs of a record: records of `resource` whose field `by` points here. */
  readonly related?: readonly { readonly resource: string; readonly by: string }[];
  /**
   * The field that stores why a record was deleted. A delete without a `reason` is rejected with 422. If the resource
   * defines locked records, only those need it.
   */
  readonly deleteReason?: string;
  /**
   * A flag in `OPTION_NUMBERS`. While it is 0, the reason is not required, and a record that would need one is deleted
   * with `DELETED_WITHOUT_REASON`. Without this property no option changes that a reason is required.
   */
  readonly deleteReasonOption?: { readonly slug: string; readonly code: string };
  /** A user who may create such a record may delete their own for `SELF_REVERT_MINUTES` without the right to delete. */
  readonly selfRevertible?: true;
  /** Only the console requires the reason; API clients may delete without one. */
  readonly reasonOptional?: true;
  /** Counts in the dry run of a bulk delete, besides that of the records: names with what they count. */
  readonly deletePreviewCounts?: Readonly<Record<string, string>>;
  /**
   * Records that are locked for one of these `reasons` are immutable, `except` for some fields: a change is rejected
   * with 409 `settled`. So are records whose option at the path `by` has one of these codes.
   */
  readonly immutable?: {
    readonly option?: { readonly by: string; readonly codes: readonly string[] };
    readonly reasons: readonly string[];
    readonly except: readonly string[];
    /** Another message for locked records that have a value in the field `by`. */
    readonly message?: { readonly by: string; readonly text: Label };
  };
  /**
   * The month of a record, determined by its hotel and moment, or by those of the transaction that `through` points to.
   * Once the month is closed, no record of it can be created, changed, deleted or restored: a 409 `month_closed`. With
   * `only`, just these fields and the record's existence are locked.
   */
  readonly month?:
    | { readonly hotel: string; readonly at: string }
    | { readonly through: string; readonly only?: readonly string[] };
  /**
   * Its records are places at which other records count: columns with the time zone of a place, of which the first that
   * is set applies, and the column with its currency.
   */
  readonly place?: { readonly timeZone: readonly string[]; readonly currency: string };
  /** Reference data: cannot be deleted while records point to it. */
  readonly protected?: boolean;
  /**
   * Every signed-in user may read its list; users without VIEW_ get only the id and these columns and embedded lists,
   * and may filter by no other column.
   */
  readonly publicList?: readonly string[];
  /**
   * Any of its permissions allows reading, and so does any permission of a resource that references it, because the
   * forms that they open list its records.
   */
  readonly readableWithAny?: true;
  /** A query parameter of its choices, which limits them to records with that value of a column. */
  readonly choicesBy?: { readonly parameter: string; readonly column: string; readonly description: string };
  /** Part of the set-up of a programme, so it has few records: a text in them is looked up before other records are read. */
  readonly isSetup?: true;
  /** A table with the words of its records' names and an index of their beginnings; `field` points to the record. */
  readonly nameWords?: { readonly table: string; readonly field: string };
  /** Without a requested page, its list is returned as a whole: clients load it once for lookups. */
  readonly unpagedList?: true;
  /**
   * Almost every write references it. Derive nothing from its fields unless the referencing row locks or copies it:
   * then edits here need not block writers.
   */
  readonly referencedByMost?: true;
  /** A column of imported files that is no field: a number of the record's own, by which a row finds the record. */
  readonly numberColumn?: { readonly name: string; readonly label: Label };
  readonly readOnly?: boolean;
  /** Its rows are a database view over records stored elsewhere: read-only, not counted and not referenced. */
  readonly view?: true;
  /**
   * The path below /api that computes its rows on request. The rows are not records: they have no id, history or page.
   */
  readonly runPath?: string;
  /** Records open in a dialog over the list and have no page of their own. */
  readonly opensInDialog?: boolean;
  /** The properties of the response with the list and with a single record; both are `data` by default. */
  readonly envelope?: { readonly list: 'bare' | 'nested' | 'data'; readonly record: 'nested' | 'data' };
}

/** The stored reason of a record that was deleted without one, although it would need one. */
export const DELETED_WITHOUT_REASON = 'Deleted without a reason';

export const defineResource = <const D extends ResourceDefinition>(definition: D): D => definition;

/** The hotel at which the records of a list count. */
export interface AttributedHotel {
  /** The column of the hotel's id, for filters: `member.hotel_id`. */
  readonly column: string;
  /** The property of a record that contains the hotel as an object: `hotel`. */
  readonly name: string;
}

/**
 * The hotel at which a record counts, if users of other hotels see it too: the hotel that serves a member, or that made
 * a sale. Undefined if only the users of that hotel see a record, and for views, which nothing counts.
 */
export function findAttributedHotel(definition: ResourceDefinition): AttributedHotel | undefined {
  const [column, ...otherPaths] = definition.scope?.hotel ?? [];
  if (column === undefined || otherPaths.length === 0 || definition.view) return undefined;
  const path = column.replace(/_id$/, '');
  const [name = path] = Object.entries(definition.relations ?? {}).find(([, target]) => target === path) ?? [];
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
export interface NestedRecord {
  readonly id: number;
  readonly name: string;
  readonly code?: string | null;
  /** Set if the record shows a user. */
  readonly username?: string;
}

/** The fields that every record has besides its own. */
export interface AuditValues {
  readonly id: number;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly created_by: NestedRecord | null;
  readonly updated_by: NestedRecord | null;
  readonly deleted_by: NestedRecord | null;
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
export const COMMON_FIELDS = {
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
export const allFields = (definition: ResourceDefinition): Readonly<Record<string, Field>> => ({
  ...COMMON_FIELDS,
  ...definition.fields,
});

/** Whether a field stores who wrote a record: responses have only the user, not the id next to it. */
export const isUserAuditField = (name: string): boolean => name in COMMON_FIELDS && name.endsWith('_by_id');

export const isWritable = (field: Field): boolean => !field.computed;
/** Whether the table of the resource has a column for the field. */
export const isStored = (field: Field): boolean => field.kind !== 'references' && !field.derived;
/** Whether a search covers the field in a list that shows it. */
export const isSearchable = (field: Field): boolean =>
  isStored(field) && SEARCHABLE.has(field.kind) && !field.excludedFromSearch;
const SEARCHABLE: ReadonlySet<FieldKind> = new Set(['text', 'email', 'phone', 'textarea']);

/** How searches and text filters compare the values of a field. */
export const notationOf = (field: Field): Notation => (field.kind === 'phone' ? 'phone' : (field.notation ?? 'plain'));

/** The fields that can be set for many records at once. Identifying fields, secrets and files are excluded. */
export const bulkFields = (definition: ResourceDefinition): readonly string[] => {
  const uniqueFields = new Set((definition.unique ?? []).flatMap(({ fields }) => (fields.length === 1 ? fields : [])));
  const isExcluded = (name: string, field: Field) =>
    uniqueFields.has(name) ||
    field.distinct === true ||
    field.kind === 'secret' ||
    field.kind === 'file' ||
    (field.kind === 'textarea' && field.inputType !== undefined);
  return Object.entries(definition.fields).flatMap(([name, field]) =>
    isWritable(field) && !isExcluded(name, field) ? [name] : [],
  );
};

/** The list's columns as objects. */
export const listColumns = (definition: ResourceDefinition): readonly ListColumn[] => definition.list.map(toListColumn);

const toListColumn = (c: string | ListColumn): ListColumn => (typeof c === 'string' ? { column: c } : c);

/** The facts in the head of a record's page; none if only its name heads it. */
export const headFacts = ({ head = [] }: ResourceDefinition): readonly ListColumn[] => head.map(toListColumn);

/** Whether the head of a record's page shows the field. */
export const isInHead = (definition: ResourceDefinition, name: string): boolean =>
  definition.head !== undefined &&
  (name === `${definition.display.subject ?? ''}_id` || headFacts(definition).some(({ column }) => column === name));

/**
 * The columns of a list with everything that they display. A pinned column shows the whole name, unless another column
 * shows one of the name's fields.
 */
export function renderedColumns(definition: ResourceDefinition, columns: readonly string[]): readonly string[] {
  const [firstField, ...otherFields] = definition.display.name;
  const isPinned = listColumns(definition).some(({ column, pinned }) => column === firstField && pinned);
  if (!isPinned || otherFields.some((name) => columns.includes(name))) return columns;
  return columns.flatMap((column) => (column === firstField ? definition.display.name : column));
}

/** The texts of a record that a search covers: the columns of the table's trigram index. */
export const searchedFields = (definition: ResourceDefinition): readonly string[] =>
  listColumns(definition)
    .map(({ column }) => column)
    .filter((column) => {
      const field = Object.hasOwn(definition.fields, column) ? definition.fields[column] : undefined;
      return field !== undefined && isSearchable(field);
    });
