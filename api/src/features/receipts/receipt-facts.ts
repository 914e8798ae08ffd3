import { RECEIPT_FIELDS } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';

interface ReceiptLine {
  readonly description: string | null;
  readonly quantity: number;
  readonly unit_price: string;
  readonly sub_total: string;
}

/** A correction after the receipt was printed, and its reason. */
export interface Correction {
  readonly corrected_on: string;
  /** Null for corrections from before reasons were required. */
  readonly reason: string | null;
  readonly changes: readonly {
    readonly field: (typeof RECEIPT_FIELDS)[number];
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

/** The data of a receipt, as currently stored. Days and times are local to its hotel. */
export interface ReceiptFacts {
  readonly receipt_no: string;
  readonly receipt_date: string;
  readonly hotel: {
    readonly name: string;
    readonly address_1: string | null;
    readonly address_2: string | null;
    readonly zip: string | null;
    readonly phone_no: string | null;
    readonly email: string;
  };
  readonly guest: string | null;
  readonly transaction_no: string;
  /** `YYYY-MM-DD HH:mm`. */
  readonly sold_at: string;
  readonly reference_no: string | null;
  readonly payment: string | null;
  readonly sold_by: string | null;
  readonly card: { readonly sbec_no: string; readonly start_date: string; readonly end_date: string } | null;
  readonly currency: string;
  readonly decimals: number;
  readonly sub_total: string;
  readonly discount: string;
  readonly grand_total: string;
  readonly lines: readonly ReceiptLine[];
  /** The day of the cancellation. */
  readonly cancelled_on: string | null;
  readonly void_reason: string | null;
  /** The transaction that reversed it after its month was closed. */
  readonly reversed_by: string | null;
  /** The transaction that this one reverses, or refunds in part. */
  readonly reverses: string | null;
  /** The reason of a partial refund; null for anything else. */
  readonly refund_reason: string | null;
  /** The refunds of this transaction. */
  readonly refunds: readonly { readonly transaction_no: string; readonly amount: string }[];
  readonly corrections: readonly Correction[];
}

/**
 * Loads the data of a receipt; undefined if it does not exist. Lines that were deleted with their sale are included.
 */
export async function readReceipt(db: Db['kysely'] | Tx, id: number): Promise<ReceiptFacts | undefined> {
  const { rows } = await sql<ReceiptFacts>`
    select r.receipt_no, r.receipt_date::text,
      json_build_object('name', h.name, 'address_1', h.address_1, 'address_2', h.address_2, 'zip', h.zip,
                        'phone_no', h.phone_no, 'email', h.email) as hotel,
      case when m.id is not null then concat_ws(' ', m.first_name, m.last_name) end as guest,
      t.transaction_no, to_char(t.transaction_date at time zone z.zone, 'YYYY-MM-DD HH24:MI') as sold_at,
      t.reference_no, p.name as payment, t.marketing_name as sold_by,
      case when c.id is not null then json_build_object('sbec_no', c.sbec_no, 'start_date', c.start_date,
      'end_date', c.end_date) end as card,
      t.currency, n.decimals, t.sub_total::text, t.discount::text, t.grand_total::text,
      (select coalesce(json_agg(json_build_object('description', d.description, 'quantity', d.quantity,
          'unit_price', d.unit_price::text, 'sub_total', d.sub_total::text) order by d.id), '[]')
       from transaction_detail d
       where d.transaction_id = t.id and (d.deleted_at is null or d.cancelled_with_id = t.id)) as lines,
      (t.deleted_at at time zone z.zone)::date::text as cancelled_on, t.void_reason,
      (select x.transaction_no from transaction x where x.reverses_id = t.id and x.refund_reason_id is null
          and x.deleted_at is null) as reversed_by,
      (select x.transaction_no from transaction x where x.id = t.reverses_id) as reverses,
      (select d.name from option_detail d where d.id = t.refund_reason_id) as refund_reason,
      (select coalesce(json_agg(json_build_object('transaction_no', x.transaction_no, 'amount', (-x.grand_total)::text)
              order by x.id), '[]')
       from transaction x where x.reverses_id = t.id and x.refund_reason_id is not null
         and x.deleted_at is null) as refunds,
      ${correctionsSql} as corrections
    from receipt r join transaction t on t.id = r.transaction_id
    join hotel h on h.id = r.hotel_id join country n on n.id = h.country_id join hotel_time_zone z on z.hotel_id = h.id
    left join member m on m.id = t.member_id
    left join option_detail p on p.id = t.type_payment_id
    left join lateral (select * from member_card k where k.transaction_id = t.id order by k.id limit 1) c on true
    where r.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * SQL for the corrections of transaction t since its receipt r was printed, in zone z. They follow the order of the
 * audit log: both writes lock the transaction, so the log's ids show which came first. If the receipt is in the archive
 * of the log, so are the entries before it.
 */
const correctionsSql = sql`(
  select coalesce(json_agg(json_build_object('corrected_on', (o.at at time zone z.zone)::date,
      'reason', o.after ->> 'correction_reason', 'changes', c.changes) order by o.id), '[]')
  from audit_log o
  cross join lateral (
    select json_agg(json_build_object('field', f.name, 'before', b.value, 'after', a.value) order by f.position) as changes
    from unnest(${RECEIPT_FIELDS}::text[]) with ordinality f (name, position)
    cross join lateral (select ${displayValueSql('before')} as value) b
    cross join lateral (select ${displayValueSql('after')} as value) a
    where jsonb_exists(o.after, f.name)) c
  where o.resource = 'transaction' and o.record_id = t.id and o.action = 'update' and c.changes is not null
    and o.id > coalesce((select p.id from audit_log p where p.resource = 'receipt' and p.record_id = r.id
        and p.action = 'create'), 0))`;

/** The value of field f in the log, formatted as on a receipt. */
function displayValueSql(side: 'before' | 'after') {
  const values = sql.ref(`o.${side}`);
  return sql`case f.name
    when 'type_payment_id' then (select d.name from option_detail d where d.id = (${values} ->> f.name)::bigint)
    else ${values} ->> f.name end`;
}
