import { type ApprovalKind, type Label, type ResourceDefinition, message } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { RequestLookups } from '../../access/lookups.ts';
import { ApiError, apiError } from '../../platform/http/api-error.ts';

/** A record as stored in its table. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** Values to write into a table: validated, and in database types. */
export type Values = Readonly<Record<string, unknown>>;

export interface WriteContext {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly now: Date;
  readonly lookups: RequestLookups;
  /** The approval of this write, which waives one limit. */
  readonly approved?: ApprovedRequest;
  /** Whether the caller wants to confirm unusual values before they are accepted. */
  readonly wantsConfirmation?: boolean;
  /** True while reverting records to earlier values: rules about new changes are skipped. */
  readonly isReverting?: boolean;
  /**
   * True while restoring deleted records: they are evaluated like new ones, at their own date. With `isReverting` too,
   * the actor deleted them a moment ago, and the actor's limits do not apply.
   */
  readonly isRestoring?: boolean;
  /** True in an import, which sends no mails to guests. */
  readonly isImport?: boolean;
  /** True while deleting a record that the actor entered a moment ago, without the right to delete. */
  readonly isRevertingOwn?: boolean;
  /** True in a dry run: nothing is written or locked. */
  readonly isDryRun?: boolean;
  /** Fixed fields that the current call may change: only moving a visit changes its member. */
  readonly unlockedFields?: readonly string[];
  /**
   * What the accepted rows of this set would leave, under keys chosen by the resource. Checks run before the first row
   * is written, so a check that compares rows with each other adds each accepted row here.
   */
  readonly acceptedRows?: Map<string, Values[]>;
}

/** The approval of a change that exceeds a limit. */
export interface ApprovedRequest {
  readonly kind: ApprovalKind;
  /** Id of the user who approved it; null in a dry run. */
  readonly by: number | null;
}

/** Throws a 409 unless the change has an approval of this kind. */
export function requireApproval({ approved }: WriteContext, kind: ApprovalKind, reason: Label): void {
  if (approved?.kind !== kind) throw apiError('approval_needed', { message: reason });
}

/** Whether to request confirmation of an unusual value. False if no person is there to confirm it. */
export const shouldConfirm = ({ wantsConfirmation, approved, isDryRun }: WriteContext): boolean =>
  wantsConfirmation === true && !approved && isDryRun !== true;

/**
 * A 409 that requests confirmation of a field's value. The same write without `Prefer: handling=strict` accepts the
 * value. See docs/decisions/0068-ask-for-confirmation-of-unusual-values-on-the-server.md.
 */
export const confirmationRequired = (field: string, confirmation: Label): ApiError =>
  apiError('confirmation_needed', { message: confirmation, errors: { [field]: [message('unusual')] } });

/** The lock clause of a statement, effective until the write ends; a dry run locks nothing. */
export const lockClause = ({ isDryRun }: WriteContext, clause: string): RawBuilder<unknown> =>
  sql.raw(isDryRun ? '' : clause);

/** The actor and the current time. */
export type ActorContext = Pick<WriteContext, 'actor' | 'now'>;

/** How to find records by a number that only its owner knows. */
export interface NumberLookup {
  /** Normalizes a number for comparison; null if the text cannot be one. */
  readonly read: (text: string) => string | null;
  /**
   * SQL that selects `number`, `id`, `member_id` (the member that it reveals) and `is_served` (whether the actor has
   * looked up that guest before).
   */
  readonly sql: (numbers: readonly string[], actorContext: ActorContext) => RawBuilder<unknown>;
}

/** `ref('hotel.time_zone')` returns the SQL of a column and adds the joins that it needs. */
export type Ref = (column: string) => string;

/** A computed column: its SQL, or also a condition for one of its choices that lets the planner estimate the rows. */
export type ComputedColumn =
  | ((ref: Ref) => string)
  | { readonly sql: (ref: Ref) => string; readonly choiceCondition: (ref: Ref, value: string) => string };

export type WriteAction = 'create' | 'update' | 'delete' | 'restore';

/** A row of a write, before it is written. */
export interface RowWrite {
  readonly action: WriteAction;
  /** Null for a new record, and for a restored one, which is checked like a new one. */
  readonly before: Row | null;
  /** The values to write; for a restore, all columns of the record; for a delete, none. */
  readonly values: Values;
}

/** A row that was written. */
export interface RowChange {
  readonly action: WriteAction;
  readonly id: number;
  /** The row before the write; null for a new record. */
  readonly before: Row | null;
  /** The columns that an update set; missing if they are not known. */
  readonly columns?: Values;
}

/** Whether a write may have changed one of these columns. */
export const mayChange = ({ before, columns }: RowChange, names: readonly string[]): boolean =>
  !before || !columns || names.some((name) => Object.hasOwn(columns, name) && columns[name] !== before[name]);

/** The error that rejects a row, more values to write, or undefined if the row is accepted as it is. */
export type RowResult = ApiError | Values | undefined;

/** Checks a set of rows, before any of them is written. Returns the result of each row, in order. */
export type CheckRows = (
  context: WriteContext,
  rows: readonly RowWrite[],
) => readonly RowResult[] | Promise<readonly RowResult[]>;

/**
 * The rules of a resource beyond storage. A write is a set of rows, and one record is a set of one: single calls, bulk
 * calls, imports, restores, undo and dry runs all pass through `check` and, once they are written, `after`. Both run
 * inside the write's transaction; one that throws rolls all of it back. See
 * docs/decisions/0102-check-every-write-as-a-set-of-rows.md.
 */
export interface ResourceHooks {
  /** Columns that no table stores. */
  readonly computed?: Readonly<Record<string, ComputedColumn>>;
  readonly references?: ReferenceHooks;
  readonly check?: CheckRows;
  readonly after?: (context: WriteContext, changes: readonly RowChange[]) => Promise<void>;
}

/** How other records reference those of a resource, and how these reference others. */
export interface ReferenceHooks {
  readonly numberLookup?: NumberLookup;
  /**
   * The codes of records by other words for them in imported files, normalized by `normalizeWords`. `slug` is that of
   * the field's option; `texts` are all cells of the column.
   */
  readonly codesByWord?: (
    context: Pick<WriteContext, 'tx'>,
    column: { readonly slug: string | undefined; readonly texts: ReadonlySet<string> },
  ) => Promise<ReadonlyMap<string, string>>;
  /**
   * SQL that selects the ids of records that the actor has looked up lately: they may be referenced whichever hotel
   * they belong to.
   */
  readonly lookedUpIdsSql?: (actorContext: ActorContext) => RawBuilder<unknown>;
  /**
   * Fields whose targets `check` validates itself, deleted ones included, with its own errors. Visibility is still
   * checked.
   */
  readonly validatedFields?: readonly string[];
  /**
   * Locks the records that precede these in the lock order (db/routines/lock-order.sql). Every write that locks these
   * records must call it first. `newValues` are the values to write, not validated yet.
   */
  readonly lockFirst?: (context: WriteContext, ids: readonly number[], newValues: Values) => Promise<unknown>;
  /** Uses of these records other than fields that reference them. */
  readonly uses?: (context: WriteContext, ids: readonly number[]) => Promise<Use[]>;
  /** Additional counts, by name, for the dry run of a bulk delete. */
  readonly countBeforeDelete?: (
    context: WriteContext,
    ids: readonly number[],
  ) => Promise<Readonly<Record<string, number>>>;
}

/** The number of records of one resource that use a record. */
export interface Use {
  readonly id: number;
  readonly from: ResourceDefinition;
  readonly n: number;
}

/** Hooks by resource key; most resources have none. */
export type HooksByResource = Readonly<Record<string, ResourceHooks | undefined>>;

/** Checks rows one after the other; an error that `checkRow` throws rejects that row. */
export const checkEach =
  (checkRow: (context: WriteContext, row: RowWrite) => RowResult | Promise<RowResult | void>): CheckRows =>
  async (context, rows) => {
    const results: RowResult[] = [];
    for (const row of rows) {
      try {
        results.push((await checkRow(context, row)) ?? undefined);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        results.push(error);
      }
    }
    return results;
  };

/**
 * Checks rows together by an assertion that throws the error of one of them. Halves the rows until each rejected one is
 * found: usually none is, and one call is enough.
 */
export const checkTogether =
  (assertRows: (context: WriteContext, rows: readonly RowWrite[]) => Promise<void>): CheckRows =>
  async (context, rows) => {
    const findResults = async (part: readonly RowWrite[]): Promise<readonly RowResult[]> => {
      if (part.length === 0) return [];
      try {
        await assertRows(context, part);
        return part.map(() => undefined);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (part.length === 1) return [error];
        const middle = Math.ceil(part.length / 2);
        return [...(await findResults(part.slice(0, middle))), ...(await findResults(part.slice(middle)))];
      }
    };
    return findResults(rows);
  };

/** Runs several checks; the first error of a row rejects it, and rejected rows are not checked further. */
export const checkAll =
  (...checks: readonly CheckRows[]): CheckRows =>
  async (context, rows) => {
    const results: RowResult[] = rows.map(() => undefined);
    for (const check of checks) {
      const remaining = rows.flatMap((row, i) =>
        results[i] instanceof ApiError ? [] : [{ row: withValues(row, results[i]), i }],
      );
      if (remaining.length === 0) break;
      const found = await check(
        context,
        remaining.map(({ row }) => row),
      );
      for (const [n, { i }] of remaining.entries()) {
        const result = found[n];
        if (result !== undefined) results[i] = result instanceof ApiError ? result : { ...results[i], ...result };
      }
    }
    return results;
  };

const withValues = (row: RowWrite, more: RowResult): RowWrite =>
  more === undefined ? row : { ...row, values: { ...row.values, ...more } };

/** Limits a check to rows of these actions. */
export const onlyFor =
  (actions: readonly WriteAction[], check: CheckRows): CheckRows =>
  async (context, rows) => {
    const checkedRows = ofAction(rows, ...actions);
    if (checkedRows.length === 0) return [];
    const results = await check(context, checkedRows);
    const resultByRow = new Map(checkedRows.map((row, i) => [row, results[i]]));
    return rows.map((row) => resultByRow.get(row));
  };

/** The rows of these actions. */
export const ofAction = <T extends { readonly action: WriteAction }>(
  rows: readonly T[],
  ...actions: readonly WriteAction[]
): readonly T[] => rows.filter(({ action }) => actions.includes(action));
