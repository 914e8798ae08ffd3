import type { RateCorrection, RatePreview } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { sendRequest } from '../../session/request.ts';

/** The rate to correct, its new value, and the affected days; null means all days. */
export interface RateChange {
  readonly wrong_rate: string;
  readonly usd_rate: string;
  readonly from_date: string | null;
  readonly until_date: string | null;
}

/** The rates used by records of a country, and their corrections. */
export const ratesQuery = (countryId: number) =>
  queryOptions({
    queryKey: [...queryKeys.of('country'), 'rates', countryId],
    queryFn: async ({ signal }) =>
      (await sendRequest('GET /api/country/{id}/rates', { path: { id: countryId } }, { signal })).data,
  });

/** Previews the changes that a correction would make. The caller shows a 422. */
export const previewRate = async (countryId: number, change: RateChange): Promise<RatePreview> =>
  (await sendRequest('GET /api/country/{id}/rate_preview', { path: { id: countryId }, query: { ...change } })).data;

export const correctRate = async (
  countryId: number,
  body: RateChange & { readonly reason: string },
  key: string,
): Promise<RateCorrection> =>
  (
    await sendRequest(
      'POST /api/country/{id}/rate_correction',
      { path: { id: countryId }, body },
      { headers: { 'Idempotency-Key': key }, announce: (error) => error.status !== 422 },
    )
  ).data;

export const undoCorrection = async (id: number): Promise<RateCorrection> =>
  (
    await sendRequest(
      'POST /api/rate_correction/{id}/undo',
      { path: { id }, body: {} },
      { headers: { 'Idempotency-Key': crypto.randomUUID() } },
    )
  ).data;
