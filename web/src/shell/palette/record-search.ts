import { type Field, type SearchAnswer, getResource, permission } from '@innkeeper/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../resource/data/query-keys.ts';
import { api } from '../../session/api.ts';
import { can } from '../../session/user.ts';

/** Long enough to let a word be typed. */
const PAUSE = 150;
const SEARCHED = ['member', 'member_voucher'] as const;
/** The server finds nothing for less. */
const SHORTEST = 2;
const NOTHING: SearchAnswer = { members: [], vouchers: [] };

export interface RecordSearch extends SearchAnswer {
  /** What was found answers an earlier text: they may be seen, not chosen. */
  readonly isLate: boolean;
  readonly isFailed: boolean;
}

/** The members and vouchers that a text finds on the server. Only the answer to the last question counts; earlier ones are given up. */
export function useRecordSearch(typed: string): RecordSearch {
  const text = typed.trim();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const mayFind = SEARCHED.some((key) => can(permission('VIEW', getResource(key).permission)));
  const asks = mayFind && text.length >= SHORTEST;
  const { data, isPlaceholderData, isFetching, isError } = useQuery({
    queryKey: [...queryKeys.of('member'), 'palette', settled],
    queryFn: async ({ signal }) =>
      (
        await api<{ data: SearchAnswer }>(`/api/search?q=${encodeURIComponent(settled)}`, {
          signal,
          announce: false,
        })
      ).data,
    enabled: asks && settled.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  if (!asks) return { ...NOTHING, isLate: false, isFailed: false };
  const isLate = settled !== text || isPlaceholderData || (isFetching && data === undefined);
  return { ...(data ?? NOTHING), isLate, isFailed: isError && !isLate };
}

/** A standing of a member, or a state of a voucher, as the definition names it. */
export function choiceOf(key: 'member' | 'member_voucher', field: string, value: string) {
  const known: Field | undefined = getResource(key).fields[field];
  return known?.kind === 'choice' ? known.choices.find((choice) => choice.value === value) : undefined;
}
