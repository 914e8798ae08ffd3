import { type Label, formatMessage } from '@innkeeper/contract';
import { findIdsByNumber, replaceNumbers } from '../../engine/resources/references-by-number.ts';
import type { ReadyRow } from '../../engine/resources/ready-row.ts';
import { parseValues } from '../../engine/resources/values.ts';
import { writeRows } from '../../engine/resources/write-rows.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import { ApiError, apiError } from '../../platform/http/api-error.ts';
import { redemptionTexts } from '../../texts/redemptions.ts';

/**
 * Redeems vouchers by number, all or none, as one set of rows with the same other values. Returns the ids of the
 * redemptions. Throws the first error that one of them would get alone, with the number of its voucher. See
 * docs/decisions/0112-redeem-several-vouchers-in-one-call.md.
 */
export async function redeemVouchers(
  write: Write,
  voucherNumbers: readonly string[],
  { values: { voucher_nos: _, ...values }, ...body }: Body,
): Promise<readonly number[]> {
  const bodies = voucherNumbers.map((voucher_no): Body => ({ ...body, values: { ...values, voucher_no } }));
  const idsByNumber = await findIdsByNumber(write, bodies);
  const rejectVoucher = (row: number, error: ApiError): never => {
    throw withVoucher(error, voucherNumbers[row] ?? '');
  };
  const rows = bodies.map((rowBody, row): ReadyRow => {
    try {
      const input = replaceNumbers(write.d, rowBody, idsByNumber);
      return { row, values: parseValues(write.d, input, 'create'), before: null };
    } catch (error) {
      if (error instanceof ApiError) rejectVoucher(row, error);
      throw error;
    }
  });
  return (await writeRows(write, rows, rejectVoucher)).map(({ id }) => id);
}

/** The fields of a redemption that name its voucher. All vouchers share the others. */
const VOUCHER_FIELDS = ['voucher_no', 'member_voucher_id'];

/** Adds the number of its voucher to an error, unless the error is about a field that all vouchers share. */
function withVoucher(error: ApiError, voucher: string): ApiError {
  const { errors: fieldErrors } = error.details;
  const addNumber = (reason: Label) => redemptionTexts.noneRedeemed({ voucher, reason });
  if (!fieldErrors) return apiError(error.code, { message: addNumber(error.label) });
  const [problem] = VOUCHER_FIELDS.flatMap((name) => fieldErrors[name] ?? []);
  if (problem === undefined) return error;
  const reason = { en: formatMessage(problem, 'en'), id: formatMessage(problem, 'id') };
  return apiError(error.code, { message: addNumber(reason), errors: { voucher_nos: [problem] } });
}
