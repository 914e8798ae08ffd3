import { plannedOnce } from '@innkeeper/db';
import { sql } from 'kysely';
import { writeRows } from '../../engine/exchange/import-write.ts';
import type { ReadyRow, Refuse } from '../../engine/resources/ready-row.ts';
import { readNewRows } from '../../engine/resources/row-hooks.ts';
import { readAllWritten } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import type { ApiError } from '../../platform/http/fail.ts';

/**
 * Redeems vouchers for a hotel's own system, one or all of a moment, by the same few statements. Returns each redemption as JSON text, or why it
 * is refused. Of several of one voucher only the first is done: the others are undefined, to be asked again once it stands.
 */
export async function redeemEach(
  write: Write,
  asked: readonly Body[],
): Promise<readonly (string | ApiError | undefined)[]> {
  const refusals = new Map<number, ApiError>();
  const refuse: Refuse = (row, error) => void (refusals.has(row) || refusals.set(row, error));
  const byVoucher = new Map<number, ReadyRow>();
  for (const ready of await readNewRows(write, asked, refuse)) {
    const voucher = Number(ready.values['member_voucher_id']);
    if (!byVoucher.has(voucher)) byVoucher.set(voucher, ready);
  }
  await writeRows(write, [...byVoucher.values()], refuse);
  const { rows: done } = await sql<{ id: number; voucher: number }>`
    select id, member_voucher_id as voucher from voucher_redeem
    where member_voucher_id = any(${plannedOnce([...byVoucher.keys()])}) and deleted_at is null`.execute(
    write.context.tx,
  );
  const texts = await readAllWritten(
    write,
    done.map(({ id }) => id),
  );
  const byRow = new Map(done.map(({ id, voucher }) => [byVoucher.get(voucher)?.row, texts.get(id)]));
  return asked.map((_, i) => refusals.get(i + 1) ?? byRow.get(i + 1));
}
