import type { Field, Resources } from '@innkeeper/contract';
import type { ColumnType, Generated } from 'kysely';
import type { SignInTables } from './sign-in-tables.ts';

/** Types that pg returns for a column of each kind (ids are numbers, see database.ts). */
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

/** Columns of every resource table. */
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
  audit_log: {
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
    /** Set by a trigger. */
    hash: Generated<Buffer | null>;
  };
  row_count: { resource: string; bucket: number; live: number; deleted: number };
  idempotency_key: {
    actor_id: number;
    key: string;
    request_hash: Buffer;
    status: number | null;
    response: string | null;
    created_at: Generated<Date>;
  };
  role_group_role: { role_group_id: number; roles_id: number };
  integration_role: { integration_id: number; roles_id: number };
  integration_hotel: { integration_id: number; hotel_id: number };
  integration_member: { integration_id: number; reference_no: string; member_id: number };
}

/** Columns that are in no definition: used only by the database. */
interface InternalColumns {
  /** The sale whose cancellation deleted it. */
  transaction_detail: {
    cancelled_with_id: number | null;
    /** Set if the transaction reverses another one; the quantity is then negative. */
    is_reversal: Generated<boolean>;
  };
  transaction: {
    /** The member's tier before the sale. */
    tier_before_id: number | null;
    /**
     * The term that was sold: its first day, its number of months, and the share of the fee for each month except the
     * last.
     */
    term_start: string | null;
    term_months: number | null;
    term_share: string | null;
  };
  member: { deactivated_at: Date | null };
  member_card: {
    cancelled_with_id: number | null;
    /** The refund that deactivated it. */
    refunded_with_id: number | null;
    deactivated_at: Date | null;
    /** On a card for the next term: the card of the current term whose upgrade upgraded this one too. */
    upgraded_by_id: number | null;
    /** For a free term: the sale that ended it. */
    ended_with_id: number | null;
    /** The last day of that free term before it was ended. */
    ended_from: string | null;
    /** Whether it is valid only in the region where it was sold, as of the sale. */
    is_regional: boolean | null;
    /** Region in which it was sold: the region of its hotel at that time. */
    region_id: Generated<number>;
  };
  member_voucher: {
    cancelled_with_id: number | null;
    /** Idempotency key of an issued voucher: term, voucher and index. Null if created manually. */
    issued_as: string | null;
  };
}

/** All tables, typed from the definitions. */
export type Schema = {
  [K in keyof Resources]: Table<Resources[K]['fields']> &
    (K extends keyof InternalColumns ? InternalColumns[K] : unknown);
} & SystemTables &
  SignInTables;
