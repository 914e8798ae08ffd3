import type { ChoiceItem } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { choices } from '../../data/choices.ts';

/**
 * The record with this id, for its name: from the edited record, the choice just made, or the server (a value from a
 * draft or a URL). Undefined while it loads, or if the record is not visible.
 */
export function useSelectedChoice(
  resource: string,
  id: number | null,
  known: ChoiceItem | null,
): ChoiceItem | undefined {
  const isKnown = known !== null && known.id === id;
  const { data } = useQuery({
    ...choices(resource, { id: id ?? 0 }),
    enabled: id !== null && !isKnown,
    staleTime: 15 * 60_000,
  });
  if (id === null) return undefined;
  return isKnown ? known : data?.items.find((item) => item.id === id);
}
