import type { ChoiceItem } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { choices } from '../../data/choices.ts';

/**
 * The name of the record with this id: from the edited record, from the choice made a moment ago, or from the server (a value
 * from a draft or an address). Undefined while it is on its way, or if the record is out of sight.
 */
export function useChosen(resource: string, id: number | null, known: ChoiceItem | null): ChoiceItem | undefined {
  const isKnown = known !== null && known.id === id;
  const { data } = useQuery({
    ...choices(resource, { id: id ?? 0 }),
    enabled: id !== null && !isKnown,
    staleTime: 15 * 60_000,
  });
  if (id === null) return undefined;
  return isKnown ? known : data?.items.find((item) => item.id === id);
}
