import { type Label, type ListQuery, getResource, permission } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RecentGuest } from '../../domain/recent-guests.ts';
import { displayName } from '../../engine/data/record.ts';
import { listQuery } from '../../engine/data/queries.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { redeemPath } from '../../features/member-search/result-path.ts';
import type { PaletteEntry } from './entries.ts';
import { EXAMPLE_WORDS } from './guest-verbs.ts';

const member = getResource('member');
const NEWEST_MEMBERS: ListQuery = { page: 1, per_page: 3, sort: '', search: '', conditions: [], deleted: false };

/** Milliseconds for which an example is shown. */
const EXAMPLE_DURATION = 4000;
/** Pages and actions that people look for by name, most useful first. */
const EXAMPLE_ENTRIES = ['page-work_lists', 'page-month_close', 'new-member', 'guide'];
const MAX_EXAMPLE_ENTRIES = 2;

/**
 * A text that finds something when typed: the surname of a guest, the verbs before one, a page. Another one follows
 * every few seconds, unless the user prefers no motion. Null until a guest or a page is known.
 */
export function useExample(
  recentGuests: readonly RecentGuest[],
  entries: readonly PaletteEntry[],
  isShown: boolean,
): string | null {
  const label = useLabel();
  const { data: newestMembers } = useQuery({
    ...listQuery(member, NEWEST_MEMBERS),
    enabled: recentGuests.length === 0 && can(permission('VIEW', member.permission)),
  });
  const names = (
    recentGuests.length > 0
      ? recentGuests.map(({ name }) => name)
      : (newestMembers?.rows ?? []).map((record) => displayName(member, record))
  ).flatMap(findSurname);
  const words: readonly (Label | null)[] = [
    null,
    redeemPath(1) === null ? null : EXAMPLE_WORDS.redeem,
    can(permission('STORE', getResource('transaction').permission)) ? EXAMPLE_WORDS.sale : null,
    can(permission('STORE', getResource('visit').permission)) ? EXAMPLE_WORDS.visit : null,
  ];
  const guestExamples = words.flatMap((word, position) => {
    const name = names[position % Math.max(1, names.length)];
    if (name === undefined || (word === null && position > 0)) return [];
    return [word === null ? name : `${label(word)} ${name}`];
  });
  const entryExamples = EXAMPLE_ENTRIES.flatMap((id) => entries.find((entry) => entry.id === id)?.name ?? [])
    .slice(0, MAX_EXAMPLE_ENTRIES)
    .map((name) => name.toLocaleLowerCase());
  const examples = [...guestExamples, ...entryExamples];
  const position = useTick(isShown && examples.length > 1);
  return examples[position % Math.max(1, examples.length)] ?? null;
}

/** The last word of a name, if the search accepts it. */
function findSurname(name: string): readonly string[] {
  const surname = name.trim().split(/\s+/).at(-1)?.toLocaleLowerCase() ?? '';
  return surname.length < 2 ? [] : [surname];
}

/** Counts up while it is enabled, unless the user prefers no motion. */
function useTick(enabled: boolean): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!enabled || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setCount((previous) => previous + 1), EXAMPLE_DURATION);
    return () => clearInterval(timer);
  }, [enabled]);
  return count;
}
