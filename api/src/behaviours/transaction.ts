import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { fail, invalid } from '../http/fail.ts';
import type { Behaviour, Row, Values, WriteContext } from '../resources/behaviour.ts';

/** Codes of `transaction-type` that are made here; the others are made by selling, renewing and giving memberships. */
const BY_HAND = ['4', '5', '99'];

/**
 * Transactions. Totals, currency and rate are the database's (see add_up and keep_rate). Deleting one takes its lines along, and
 * what it sold: its cards, and vouchers that nobody redeemed; restoring brings the same ones back. A sale of which a voucher
 * was redeemed stays.
 */
export const transaction: Behaviour = {
  beforeWrite: async (context, values, before) => {
    await refuseType(context, values, before);
    return before || (values.transaction_date ?? null) !== null ? values : { ...values, transaction_date: context.now };
  },
  beforeDelete: async ({ tx }, rows) => {
    const ids = rows.map(({ id }) => id);
    await sql`select from member_voucher where transaction_id = any(${ids}::bigint[]) order by id for update`.execute(
      tx,
    );
    const { rows: redeemed } = await sql<{ transaction_no: string; redeem_no: string }>`
      select t.transaction_no, r.redeem_no
      from member_voucher v join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
      join transaction t on t.id = v.transaction_id
      where v.transaction_id = any(${ids}::bigint[]) order by r.id limit 1`.execute(tx);
    const [first] = redeemed;
    if (first) throw fail('conflict', { message: wasRedeemed(first.transaction_no, first.redeem_no) });
  },
  afterDelete: async ({ tx, now }, ids) => {
    for (const table of SOLD) {
      await sql`update ${sql.table(table)} set deleted_at = ${now} where transaction_id = any(${ids}::bigint[]) and deleted_at is null`.execute(
        tx,
      );
    }
  },
  afterRestore: async ({ tx }, rows) => {
    const { ids, moments } = together(rows);
    for (const table of SOLD) {
      // What went along was deleted in the same moment; what had been deleted before stays so.
      await sql`update ${sql.table(table)} s set deleted_at = null
        from unnest(${ids}::bigint[], ${moments}::timestamptz[]) t (id, deleted_at)
        where s.transaction_id = t.id and s.deleted_at = t.deleted_at`.execute(tx);
    }
  },
};

const SOLD = ['transaction_detail', 'member_card', 'member_voucher'];

const together = (rows: readonly Row[]) => ({
  ids: rows.map(({ id }) => id),
  moments: rows.map(({ deleted_at }) => (deleted_at instanceof Date ? deleted_at.toISOString() : null)),
});

const wasRedeemed = (sale: string, redemption: string) => ({
  en: `A voucher of ${sale} was redeemed (${redemption}): void that redemption first.`,
  id: `Voucher dari ${sale} sudah ditukar (${redemption}): batalkan penukaran itu terlebih dahulu.`,
});

async function refuseType({ tx }: WriteContext, values: Values, before: Row | null): Promise<void> {
  const type = values.transaction_type_id ?? null;
  if (type === null || type === before?.transaction_type_id) return;
  const { rows } = await sql<{ id: number; name: string; code: string }>`
    select d.id, d.name, d.code from option_detail d
    where d.id = any(${[type, before?.transaction_type_id ?? null]}::bigint[]) or (d.code = any(${BY_HAND}::text[]) and d.option_id = (select option_id from option_detail where id = ${type}))
    order by d.id`.execute(tx);
  const isMade = (id: unknown) => rows.some((row) => row.id === id && !BY_HAND.includes(row.code));
  if (!isMade(type) && !isMade(before?.transaction_type_id)) return;
  const names = rows.filter(({ code }) => BY_HAND.includes(code)).map(({ name }) => name);
  throw invalid({ transaction_type_id: [message('choice', names.join(', '))] });
}
