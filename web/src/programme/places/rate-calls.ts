import type { RateCorrection, RatePreview } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { ask } from '../../session/ask.ts';

/** Which rate is corrected, to what, and of which days; null: all days. */
export interface RateChange {
  readonly wrong_rate: string;
  readonly usd_rate: string;
  readonly from_date: string | null;
  readonly until_date: string | null;
}

/** The rates with which records of a country stand, and the corrections of them. */
export const ratesQuery = (country: number) =>
  queryOptions({
    queryKey: [...queryKeys.of('country'), 'rates', country],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/country/{id}/rates', { path: { id: country } }, { signal })).data,
  });

/** The changes that a correction would make. A 422 is the caller's to show. */
export const previewRate = async (country: number, query: RateChange): Promise<RatePreview> =>
  (await ask('GET /api/country/{id}/rate_preview', { path: { id: country }, query: { ...query } })).data;

export const correctRate = async (
  country: number,
  body: RateChange & { readonly reason: string },
  key: string,
): Promise<RateCorrection> =>
  (
    await ask(
      'POST /api/country/{id}/rate_correction',
      { path: { id: country }, body },
      { headers: { 'Idempotency-Key': key }, announce: (error) => error.status !== 422 },
    )
  ).data;

export const undoCorrection = async (id: number): Promise<RateCorrection> =>
  (
    await ask(
      'POST /api/rate_correction/{id}/undo',
      { path: { id }, body: {} },
      { headers: { 'Idempotency-Key': crypto.randomUUID() } },
    )
  ).data;
