import { genericPlanArray } from '@innkeeper/db';
import { sql } from 'kysely';
import { writeRows } from '../../engine/import-export/import-write.ts';
import type { ReadyRow, RejectRow } from '../../engine/resources/ready-row.ts';
import { readNewRows } from '../../engine/resources/row-hooks.ts';
import { readWrittenRecords } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import type { ApiError } from '../../platform/http/api-error.ts';

/**
 * Redeems vouchers for a hotel's own system, alone or as a batch, with the same few statements. Returns each redemption
 * as JSON text, or the error that rejects it. If several redemptions name one voucher, only the first is executed; the
 * others return undefined and must be retried after the commit.
 */
export async function redeemBatch(
  write: Write,
  bodies: readonly Body[],
): Promise<readonly (string | ApiError | undefined)[]> {
  const rejections = new Map<number, ApiError>();
  const reject: RejectRow = (row, error) => void (rejections.has(row) || rejections.set(row, error));
  const rowByVoucher = new Map<number, ReadyRow>();
  for (const readyRow of await readNewRows(write, bodies, reject)) {
    const voucherId = Number(readyRow.values['member_voucher_id']);
    if (!rowByVoucher.has(voucherId)) rowByVoucher.set(voucherId, readyRow);
  }
  await writeRows(write, [...rowByVoucher.values()], reject);
  const { rows: redemptions } = await sql<{ id: number; voucher: number }>`
    select id, member_voucher_id as voucher from voucher_redeem
    where member_voucher_id = any(${genericPlanArray([...rowByVoucher.keys()])}) and deleted_at is null`.execute(
    write.context.tx,
  );
  const textById = await readWrittenRecords(
    write,
    redemptions.map(({ id }) => id),
  );
  const textByRow = new Map(
    redemptions.map(({ id, voucher: voucherId }) => [rowByVoucher.get(voucherId)?.row, textById.get(id)]),
  );
  return bodies.map((_, i) => rejections.get(i + 1) ?? textByRow.get(i + 1));
}
