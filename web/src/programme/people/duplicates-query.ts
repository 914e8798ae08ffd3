import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../session/ask.ts';

/** The fields that tell that two are one person. */
export const TELLING = ['email', 'phone_no', 'identity_no'] as const;

/** A shorter text belongs to half the programme, or is still being typed. */
const SHORTEST = 5;

export const isTelling = (field: string, value: string): boolean =>
  field === 'email' ? /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(value) : value.length >= SHORTEST;

/** Members that have this value in this field (`email`, `phone_no` or `identity_no`), deleted ones last. */
export const duplicatesQuery = (field: string, value: string) =>
  queryOptions({
    queryKey: ['resource', 'member', 'duplicates', field, value],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/member/duplicates', { query: { [field]: value } }, { signal })).data,
    staleTime: 30_000,
    retry: false,
  });
