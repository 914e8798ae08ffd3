import { genericPlanArray } from '@innkeeper/db';
import { sql } from 'kysely';
import { writeRows } from '../../engine/import-export/import-write.ts';
import type { ReadyRow, Reject } from '../../engine/resources/ready-row.ts';
import { readNewRows } from '../../engine/resources/row-hooks.ts';
import { readWrittenRecords } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import type { ApiError } from '../../platform/http/api-error.ts';

/**
 * Redeems vouchers for a hotel's own system, alone or as a batch, with the same few statements. Returns each redemption
 * as JSON text, or the error that rejects it. If several redeem one voucher, only the first is done; the others are
 * undefined and must be retried after the commit.
 */
export async function redeemEach(
  write: Write,
  bodies: readonly Body[],
): Promise<readonly (string | ApiError | undefined)[]> {
  const rejections = new Map<number, ApiError>();
  const reject: Reject = (row, error) => void (rejections.has(row) || rejections.set(row, error));
  const byVoucher = new Map<number, ReadyRow>();
  for (const ready of await readNewRows(write, bodies, reject)) {
    const voucher = Number(ready.values['member_voucher_id']);
    if (!byVoucher.has(voucher)) byVoucher.set(voucher, ready);
  }
  await writeRows(write, [...byVoucher.values()], reject);
  const { rows: done } = await sql<{ id: number; voucher: number }>`
    select id, member_voucher_id as voucher from voucher_redeem
    where member_voucher_id = any(${genericPlanArray([...byVoucher.keys()])}) and deleted_at is null`.execute(
    write.context.tx,
  );
  const texts = await readWrittenRecords(
    write,
    done.map(({ id }) => id),
  );
  const byRow = new Map(done.map(({ id, voucher }) => [byVoucher.get(voucher)?.row, texts.get(id)]));
  return bodies.map((_, i) => rejections.get(i + 1) ?? byRow.get(i + 1));
}
