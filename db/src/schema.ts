import type { Field, Resources } from '@innkeeper/contract';
import type { ColumnType, Generated } from 'kysely';
import type { SignInTables } from './sign-in-tables.ts';

/** The values that pg gives for a column of each kind (ids are numbers, see database.ts). */
interface ColumnTypes {
  text: string;
  email: string;
  phone: string;
  textarea: string;
  editor: string;
  secret: string;
  integer: number;
  decimal: string;
  money: string;
  flag: boolean;
  date: string;
  instant: Date;
  reference: number;
  option: number;
  choice: string;
  file: string;
  references: never;
  json: unknown;
}

type Column<F extends Field> = F extends { nullable: true }
  ? ColumnTypes[F['kind']] | null
  : F extends { required: true }
    ? ColumnTypes[F['kind']]
    : F extends { default: string | number } | { generated: true }
      ? Generated<ColumnTypes[F['kind']]>
      : ColumnTypes[F['kind']] | null;

/** The columns that every table of a resource has. */
export interface RecordColumns {
  id: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by_id: number | null;
  updated_at: Generated<Date>;
  updated_by_id: number | null;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deleted_by_id: number | null;
}

type Table<F extends Readonly<Record<string, Field>>> = RecordColumns & {
  [K in keyof F as F[K] extends { kind: 'references' } | { derived: true } ? never : K]: Column<F[K]>;
};

interface SystemTables {
  operation: {
    id: Generated<number>;
    at: Generated<Date>;
    actor_id: number | null;
    ip: string | null;
    request_id: string | null;
    resource: string;
    record_id: number;
    action: 'create' | 'update' | 'delete' | 'restore';
    before: unknown;
    after: unknown;
    /** Given by trigger. */
    hash: Generated<Buffer | null>;
  };
  row_count: { resource: string; bucket: number; live: number; deleted: number };
  idempotency_key: {
    actor_id: number;
    key: string;
    request_hash: Buffer;
    status: number | null;
    answer: string | null;
    created_at: Generated<Date>;
  };
  role_group_role: { role_group_id: number; roles_id: number };
}

/** Columns that no definition names: they serve the database alone. */
interface OwnColumns {
  /** The sale with which it was cancelled. */
  transaction_detail: {
    cancelled_with_id: number | null;
    /** Set for a transaction that reverses another: its quantity is below zero. */
    is_reversal: Generated<boolean>;
  };
  transaction: {
    /** The level of the member before the sale. */
    level_before_id: number | null;
    /** The term that was sold: its first day, its months, and what each of them but the last takes of the fee. */
    term_start: string | null;
    term_months: number | null;
    term_share: string | null;
  };
  member: { deactivated_at: Date | null };
  member_card: {
    cancelled_with_id: number | null;
    /** The refund that switched it off. */
    refunded_with_id: number | null;
    deactivated_at: Date | null;
    /** In the next term: the card of the running one with which it rose. */
    risen_with_id: number | null;
    /** Of a free term: the sale that ended it. */
    ended_with_id: number | null;
    /** Its last day before that. */
    ended_from: string | null;
    /** Whether it holds in the region alone where it was sold, as it was sold. */
    is_regional: boolean | null;
    /** The region in which it was sold: that of its hotel then. */
    region_id: Generated<number>;
  };
  member_voucher: {
    cancelled_with_id: number | null;
    /** Term, voucher and the how many-th of it: given once. Null where it was made by hand. */
    issued_as: string | null;
  };
}

/** Every table, typed from the definitions. */
export type Schema = {
  [K in keyof Resources]: Table<Resources[K]['fields']> & (K extends keyof OwnColumns ? OwnColumns[K] : unknown);
} & SystemTables &
  SignInTables;
