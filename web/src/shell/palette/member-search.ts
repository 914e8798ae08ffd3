import { type Field, type MemberFound, type SearchAnswer, getResource, permission } from '@innkeeper/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../resource/data/query-keys.ts';
import { api } from '../../session/api.ts';
import { can } from '../../session/user.ts';

/** Long enough to let a word be typed. */
const PAUSE = 150;
/** The server finds nothing for less. */
const SHORTEST = 2;
const NOBODY: readonly MemberFound[] = [];

export interface MemberSearch {
  readonly members: readonly MemberFound[];
  /** The members answer an earlier text: they may be seen, not chosen. */
  readonly isLate: boolean;
  readonly isFailed: boolean;
}

/** The members whom a text finds on the server. Only the answer to the last question counts; earlier ones are given up. */
export function useMemberSearch(typed: string): MemberSearch {
  const text = typed.trim();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const asks = can(permission('VIEW', getResource('member').permission)) && text.length >= SHORTEST;
  const { data, isPlaceholderData, isFetching, isError } = useQuery({
    queryKey: [...queryKeys.of('member'), 'palette', settled],
    queryFn: async ({ signal }) =>
      (
        await api<{ data: SearchAnswer }>(`/api/search?q=${encodeURIComponent(settled)}`, {
          signal,
          announce: false,
        })
      ).data.members,
    enabled: asks && settled.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  if (!asks) return { members: NOBODY, isLate: false, isFailed: false };
  const isLate = settled !== text || isPlaceholderData || (isFetching && data === undefined);
  return { members: data ?? NOBODY, isLate, isFailed: isError && !isLate };
}

const standingField: Field | undefined = getResource('member').fields['standing'];

/** A standing as the definition of members names it. */
export const standingOf = ({ standing }: MemberFound) =>
  standingField?.kind === 'choice' ? standingField.choices.find((choice) => choice.value === standing) : undefined;
