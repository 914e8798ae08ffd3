import { type ApprovalKind, type Label, type ResourceDefinition, message } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { type ApiError, fail } from '../../platform/http/fail.ts';

/** A record as its table holds it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** Values on their way into a table: checked, and in the database's types. */
export type Values = Readonly<Record<string, unknown>>;

/** The look-ups of one request: the numbers that are counted, and the records that they led to. */
export interface Across {
  readonly counted: Set<string>;
  readonly found: Set<string>;
}

export interface WriteContext {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly now: Date;
  readonly across: Across;
  /** Under which approval it is done: the limit that it is for does not hold. */
  readonly approved?: Approved;
  /** Whether the caller wants to be asked before an unusual value is taken. */
  readonly asks?: boolean;
  /** Whether records get the values back that they had: rules for what is new about a change do not ask again. */
  readonly isTakingBack?: boolean;
  /**
   * Whether deleted records are restored: they are judged as new ones at their own date. With `isTakingBack` the actor deleted them a moment ago, and
   * the actor's limits do not apply.
   */
  readonly isRestoring?: boolean;
  /**
   * In a check of writes: the rows that earlier ones would have left, under keys of the resource's own. Nothing
   * is written then, and nothing locked.
   */
  readonly check?: Map<string, Values[]>;
}

/** The approval of a change that exceeds a limit. */
export interface Approved {
  readonly kind: ApprovalKind;
  /** The user who approved it; null in a dry run. */
  readonly by: number | null;
}

/** Throws a 409 unless the change was approved as this kind. */
export function requireApproval({ approved }: WriteContext, kind: ApprovalKind, why: Label): void {
  if (approved?.kind !== kind) throw fail('approval_needed', { message: why });
}

/** Whether the question is put of an unusual value being meant: to somebody who can answer it now, and decides by that. */
export const mayAsk = ({ asks, approved, check }: WriteContext): boolean => asks === true && !approved && !check;

/**
 * The question about a field, as a 409 with its words: the same write without the wish to be asked takes the value. See
 * docs/decisions/0068-unusual-values-are-asked-about.md.
 */
export const askWhetherMeant = (field: string, question: Label): ApiError =>
  fail('confirmation_needed', { message: question, errors: { [field]: [message('unusual')] } });

/** How a statement holds rows until the write ends; a mere check holds nothing. */
export const holding = ({ check }: WriteContext, how: string): RawBuilder<unknown> => sql.raw(check ? '' : how);

/** The actor and the time. */
export type Asking = Pick<WriteContext, 'actor' | 'now'>;

/** How records are found by a number that only its holder knows. */
export interface Numbered {
  /** A number as it is compared, however it is written; null for a text that cannot be one. */
  readonly read: (text: string) => string | null;
  /** SQL that selects `number`, `id`, `guest_id`, the guest whom it tells of, and `is_served`, whether the actor has found that guest before. */
  readonly sql: (numbers: readonly string[], asking: Asking) => RawBuilder<unknown>;
}

/** `ref('hotel.time_zone')` is the SQL of a column, its joins included. */
export type Ref = (column: string) => string;

/**
 * The rules of a resource beyond storing. Every hook runs inside the write's transaction; one that throws undoes all of it.
 * Hooks take lists, because bulk calls run them once for all records.
 */
export interface Behaviour {
  /** SQL of the computed columns that no table holds. */
  readonly computed?: Readonly<Record<string, (ref: Ref) => string>>;
  /** SQL of whether a computed choice has a value, over stored columns: the planner knows how many rows that means. */
  readonly chosen?: Readonly<Record<string, (ref: Ref, value: string) => string>>;
  /** References whose records the behaviour judges itself, deleted ones included, with refusals of its own: as far as they are in sight. */
  readonly judged?: readonly string[];
  readonly numbered?: Numbered;
  /** SQL that selects the ids of records that the actor has looked up lately: they may be pointed to wherever they belong. */
  readonly lookedUp?: (asking: Asking) => RawBuilder<unknown>;
  /**
   * Locks what comes before these records in the order of locks (db/living/locks.sql). Every write that locks them calls it first. `future` are
   * the values of the write, not validated yet.
   */
  readonly lockFirst?: (context: WriteContext, ids: readonly number[], future: Values) => Promise<unknown>;
  /**
   * Before a record is written: checks the future record and returns the values to write, with others filled in. It asks the database nothing, so
   * that its answer does not depend on other records, and many are written by one statement. So is a deleted record judged that is
   * restored, as a new one with all columns of its table (`isRestoring`), and so by `beforeWrite` and `many.before`; the values that they return are not
   * written then.
   */
  readonly rowRule?: (context: WriteContext, values: Values, before: Row | null) => Values;
  /** The same, with questions to the database: records are written one after the other. Undefined where nothing is to be asked. */
  readonly beforeWrite?: (context: WriteContext, values: Values, before: Row | null) => Promise<Values> | undefined;
  /** After a record was written; `links` are the ids of its list fields where they were sent. */
  readonly afterWrite?: (context: WriteContext, id: number, before: Row | null) => Promise<void>;
  /**
   * After a record was created by a call of its own: an import of thousands leaves it out, or has `many.after` in its place. `answer` is that to
   * `asksAfterCreate`, SQL of a question about the new record `t`, asked in the round trip that reads it.
   */
  readonly afterCreate?: (context: WriteContext, id: number, answer: boolean) => Promise<void>;
  readonly asksAfterCreate?: string;
  /**
   * The hooks around creating many records, each for all of them at once, where those for one ask the database. `before` answers
   * with the values to write, or the refusal, in the same order.
   */
  readonly many?: {
    readonly before: (context: WriteContext, values: readonly Values[]) => Promise<readonly (Values | ApiError)[]>;
    readonly after: (context: WriteContext, ids: readonly number[]) => Promise<void>;
  };
  /** After records were changed, as they were before: by a call for one of them, or for many at once. */
  readonly afterUpdate?: (context: WriteContext, before: readonly Row[]) => Promise<void>;
  /** Uses of these records beside the fields that point to them. */
  readonly uses?: (context: WriteContext, ids: readonly number[]) => Promise<Use[]>;
  /** Further counts, by name, for a dry run of deleting many. */
  readonly countBeforeDelete?: (
    context: WriteContext,
    ids: readonly number[],
  ) => Promise<Readonly<Record<string, number>>>;
  /** Throws where users without the right to delete may not take back records that they made; beside the rules of deleting. */
  readonly beforeTakeBack?: (context: WriteContext, rows: readonly Row[]) => Promise<void>;
  readonly beforeDelete?: (context: WriteContext, rows: readonly Row[]) => Promise<void>;
  readonly afterDelete?: (context: WriteContext, ids: readonly number[]) => Promise<void>;
  /** `rows` as they were while they were deleted. */
  readonly afterRestore?: (context: WriteContext, rows: readonly Row[]) => Promise<void>;
}

/** The number of records of a resource that keep a record in use. */
export interface Use {
  readonly id: number;
  readonly from: ResourceDefinition;
  readonly n: number;
}

/** Behaviours by resource key; most resources need none. */
export type Behaviours = Readonly<Record<string, Behaviour | undefined>>;

/** The values to write by both hooks; undefined where there are none. */
export async function askedAbout(
  { rowRule, beforeWrite }: Behaviour,
  context: WriteContext,
  values: Values,
  before: Row | null,
): Promise<Values | undefined> {
  const ruled = rowRule?.(context, values, before);
  return (await beforeWrite?.(context, ruled ?? values, before)) ?? ruled;
}

/** The values to write where no other record matters; undefined where the database has to be asked. */
export async function ruledAlone(
  behaviour: Behaviour | undefined,
  context: WriteContext,
  values: Values,
  before: Row | null,
): Promise<Values | undefined> {
  const ruled = behaviour?.rowRule?.(context, values, before) ?? values;
  const asked = behaviour?.beforeWrite?.(context, ruled, before);
  await asked?.catch(() => undefined);
  return asked ? undefined : ruled;
}
