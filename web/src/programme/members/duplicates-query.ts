import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../engine/data/transport.ts';
import { isObject } from '../../engine/data/record.ts';

/** A member that has the email, phone or identity number that is asked about. */
export interface Duplicate {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone_no: string | null;
  readonly identity_no: string | null;
  /** A deleted member could be restored instead. */
  readonly deleted_at: string | null;
  readonly matches: readonly string[];
}

/** What is shorter belongs to half the programme, or is still being typed. */
const SHORTEST = 5;

export const isTelling = (field: string, value: string): boolean =>
  field === 'email' ? /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(value) : value.length >= SHORTEST;

/** Members that have this value in this field (`email`, `phone_no` or `identity_no`), deleted ones last. */
export const duplicatesQuery = (field: string, value: string) =>
  queryOptions({
    queryKey: ['resource', 'member', 'duplicates', field, value],
    queryFn: async ({ signal }) => {
      const { body } = await callApi('member/duplicates', { query: [[field, value]], signal });
      const data = isObject(body) ? body['data'] : undefined;
      return Array.isArray(data) ? (data as Duplicate[]) : []; // the API's own answer, tested to have this shape
    },
    staleTime: 30_000,
    retry: false,
  });
