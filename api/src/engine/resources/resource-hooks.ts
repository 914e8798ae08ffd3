import { type ApprovalKind, type Label, type ResourceDefinition, message } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { type ApiError, apiError } from '../../platform/http/api-error.ts';

/** A record as stored in its table. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** Values to write into a table: validated, and in database types. */
export type Values = Readonly<Record<string, unknown>>;

/** The lookups of one request: the numbers counted, and the records found. */
export interface RequestLookups {
  readonly countedNumbers: Set<string>;
  readonly foundRecords: Set<string>;
}

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
  /**
   * Set in a dry run: the rows that earlier writes of this run would leave, under keys chosen by the resource. Nothing
   * is written or locked.
   */
  readonly dryRun?: Map<string, Values[]>;
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
export const shouldConfirm = ({ wantsConfirmation, approved, dryRun }: WriteContext): boolean =>
  wantsConfirmation === true && !approved && !dryRun;

/**
 * A 409 that requests confirmation of a field's value. The same write without `Prefer: handling=strict` accepts the
 * value. See docs/decisions/0068-ask-for-confirmation-of-unusual-values-on-the-server.md.
 */
export const confirmationRequired = (field: string, confirmation: Label): ApiError =>
  apiError('confirmation_needed', { message: confirmation, errors: { [field]: [message('unusual')] } });

/** The lock clause of a statement, effective until the write ends; a dry run locks nothing. */
export const lockClause = ({ dryRun }: WriteContext, clause: string): RawBuilder<unknown> =>
  sql.raw(dryRun ? '' : clause);

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

/**
 * The rules of a resource beyond storage. Every hook runs inside the write's transaction; one that throws rolls all of
 * it back. Hooks take lists because bulk calls run them once for all records.
 */
export interface ResourceHooks {
  /** SQL of computed columns that no table stores. */
  readonly computedSql?: Readonly<Record<string, (ref: Ref) => string>>;
  /** SQL condition on stored columns for a value of a computed choice, which lets the planner estimate the rows. */
  readonly choiceCondition?: Readonly<Record<string, (ref: Ref, value: string) => string>>;
  /**
   * References whose targets the hooks validate themselves, deleted ones included, with their own errors. Visibility is
   * still checked.
   */
  readonly validatedFields?: readonly string[];
  readonly numberLookup?: NumberLookup;
  /**
   * SQL that selects the ids of records that the actor has looked up lately: they may be referenced whichever hotel
   * they belong to.
   */
  readonly lookedUpIdsSql?: (actorContext: ActorContext) => RawBuilder<unknown>;
  /**
   * Locks the records that precede these in the lock order (db/routines/lock-order.sql). Every write that locks these
   * records must call it first. `newValues` are the values to write, not validated yet.
   */
  readonly lockFirst?: (context: WriteContext, ids: readonly number[], newValues: Values) => Promise<unknown>;
  /**
   * Before a write: validates the new state of the record and returns the values to write, with computed ones added. Must not
   * query the database, so that its result does not depend on other records and one statement can write many.
   * Restoring a record also runs this hook, `beforeWrite` and `many.before` (with `isRestoring`): the record is passed
   * as a new one with all columns of its table, and the returned values are not written.
   */
  readonly rowRule?: (context: WriteContext, values: Values, before: Row | null) => Values;
  /** The same with database access, so records are written one at a time. Returns undefined if it needs no query. */
  readonly beforeWrite?: (context: WriteContext, values: Values, before: Row | null) => Promise<Values> | undefined;
  /** After a record was written, with its list fields. */
  readonly afterWrite?: (context: WriteContext, id: number, before: Row | null) => Promise<void>;
  /**
   * After a single create. Imports skip it, or run `many.after` instead. `result` is the value of
   * `afterCreateCondition`, SQL of a boolean about the new record `t`, read in the same round trip as the record.
   */
  readonly afterCreate?: (context: WriteContext, id: number, result: boolean) => Promise<void>;
  readonly afterCreateCondition?: string;
  /**
   * Hooks around creating many records in one batch, used in place of the single-record hooks that query the database.
   * `before` returns the values to write, or the error, in input order.
   */
  readonly batchCreate?: {
    readonly before: (context: WriteContext, values: readonly Values[]) => Promise<readonly (Values | ApiError)[]>;
    readonly after: (context: WriteContext, ids: readonly number[]) => Promise<void>;
  };
  /** After an update, single or bulk; `before` are the rows before it. */
  readonly afterUpdate?: (context: WriteContext, before: readonly Row[]) => Promise<void>;
  /** Uses of these records other than fields that reference them. */
  readonly uses?: (context: WriteContext, ids: readonly number[]) => Promise<Use[]>;
  /** Additional counts, by name, for the dry run of a bulk delete. */
  readonly countBeforeDelete?: (
    context: WriteContext,
    ids: readonly number[],
  ) => Promise<Readonly<Record<string, number>>>;
  /**
   * Throws if users without the delete permission may not revert records that they created. Applies in addition to the
   * rules of deleting.
   */
  readonly beforeRevert?: (context: WriteContext, rows: readonly Row[]) => Promise<void>;
  readonly beforeDelete?: (context: WriteContext, rows: readonly Row[]) => Promise<void>;
  readonly afterDelete?: (context: WriteContext, ids: readonly number[]) => Promise<void>;
  /** `rows` are the deleted records before the restore. */
  readonly afterRestore?: (context: WriteContext, rows: readonly Row[]) => Promise<void>;
}

/** The number of records of one resource that use a record. */
export interface Use {
  readonly id: number;
  readonly from: ResourceDefinition;
  readonly n: number;
}

/** Hooks by resource key; most resources have none. */
export type HooksByResource = Readonly<Record<string, ResourceHooks | undefined>>;

/** Runs both hooks and returns the values to write; undefined if there are no hooks. */
export async function applyWriteRules(
  { rowRule, beforeWrite }: ResourceHooks,
  context: WriteContext,
  values: Values,
  before: Row | null,
): Promise<Values | undefined> {
  const checkedValues = rowRule?.(context, values, before);
  return (await beforeWrite?.(context, checkedValues ?? values, before)) ?? checkedValues;
}

/** The values to write if they do not depend on other records; undefined if the database must be queried. */
export async function applyRowRule(
  hooks: ResourceHooks | undefined,
  context: WriteContext,
  values: Values,
  before: Row | null,
): Promise<Values | undefined> {
  const checkedValues = hooks?.rowRule?.(context, values, before) ?? values;
  const pendingValues = hooks?.beforeWrite?.(context, checkedValues, before);
  await pendingValues?.catch(() => undefined);
  return pendingValues ? undefined : checkedValues;
}
