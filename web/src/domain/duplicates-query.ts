import { isNoEmail } from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../engine/data/call-query.ts';

/** The fields that identify a person. */
export const IDENTIFYING_FIELDS = ['email', 'phone_no', 'identity_no'] as const;

/** Shorter values match too many members, or are not fully entered yet. */
const MIN_NUMBER_LENGTH = 5;

export const isIdentifying = (field: string, value: string): boolean =>
  field === 'email'
    ? !isNoEmail(value) && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(value)
    : value.length >= MIN_NUMBER_LENGTH;

/** Members with this value in the field (`email`, `phone_no` or `identity_no`), deleted members last. */
export const duplicatesQuery = (field: string, value: string) =>
  queryOptions({
    ...callQuery('GET /api/member/duplicates', { query: { [field]: value } }),
    staleTime: 30_000,
    retry: false,
  });
