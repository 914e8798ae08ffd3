import type { RateCorrection, RatePreview } from '@innkeeper/contract/calls';
import { requestData } from '../../session/request.ts';
import { callQuery } from '../../engine/data/call-query.ts';

/** The rate to correct, its new value, and the affected days; null means all days. */
export interface RateChange {
  readonly wrong_rate: string;
  readonly usd_rate: string;
  readonly from_date: string | null;
  readonly until_date: string | null;
}

/** The rates used by records of a country, and their corrections. */
export const ratesQuery = (countryId: number) => callQuery('GET /api/country/{id}/rates', { path: { id: countryId } });

/** Previews the changes that a correction would make. The caller shows a 422. */
export const previewRate = (countryId: number, change: RateChange): Promise<RatePreview> =>
  requestData('GET /api/country/{id}/rate_preview', { path: { id: countryId }, query: { ...change } });

export const correctRate = (
  countryId: number,
  body: RateChange & { readonly reason: string },
  key: string,
): Promise<RateCorrection> =>
  requestData(
    'POST /api/country/{id}/rate_correction',
    { path: { id: countryId }, body },
    { idempotencyKey: key, announce: (error) => error.status !== 422 },
  );

export const undoCorrection = (id: number): Promise<RateCorrection> =>
  requestData(
    'POST /api/rate_correction/{id}/undo',
    { path: { id }, body: {} },
    { idempotencyKey: crypto.randomUUID() },
  );
