import type { ChoiceItem } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { choicesQuery } from '../../data/choices.ts';

/**
 * The record with this id, to show its name. Sources, in order: the edited record, the choice just made, the server
 * (for an id from a draft or a URL). Undefined while it loads, or if the record is not visible.
 */
export function useSelectedChoice(
  resource: string,
  id: number | null,
  knownChoice: ChoiceItem | null,
): ChoiceItem | undefined {
  const isKnown = knownChoice !== null && knownChoice.id === id;
  const { data } = useQuery({
    ...choicesQuery(resource, { id: id ?? 0 }),
    enabled: id !== null && !isKnown,
    staleTime: 15 * 60_000,
  });
  if (id === null) return undefined;
  return isKnown ? knownChoice : data?.items.find((item) => item.id === id);
}
