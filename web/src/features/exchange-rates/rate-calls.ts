import type { RateCorrection, RatePreview, Request } from '@innkeeper/contract/calls';
import { callQuery } from '../../engine/data/call-query.ts';
import type { Body } from '../../engine/form/form-values.ts';
import { requestData } from '../../session/request.ts';

/** The rates used by records of a country, and their corrections. */
export const ratesQuery = (countryId: number) => callQuery('GET /api/country/{id}/rates', { path: { id: countryId } });

/** Previews the changes that a correction would make. The caller shows a 422. */
export function previewRate(countryId: number, { reason: _, ...change }: Body): Promise<RatePreview> {
  const query = change as Request<'GET /api/country/{id}/rate_preview'>['query']; // the other fields of a correction
  return requestData('GET /api/country/{id}/rate_preview', { path: { id: countryId }, query });
}

export const undoCorrection = (id: number): Promise<RateCorrection> =>
  requestData(
    'POST /api/rate_correction/{id}/undo',
    { path: { id }, body: {} },
    { idempotencyKey: crypto.randomUUID() },
  );
