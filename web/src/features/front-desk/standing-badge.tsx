import { getResource } from '@innkeeper/contract';
import { useLabel } from '../../i18n/use-label.ts';
import { Badge } from '../../ui/badge.tsx';

/** The member's status, with its label from the definition. */
export function StandingBadge({ value }: { value: string }) {
  const label = useLabel();
  const field = getResource('member').fields['standing'];
  const choice = field?.kind === 'choice' ? field.choices.find((option) => option.value === value) : undefined;
  return choice ? <Badge tone={choice.tone ?? 'neutral'}>{label(choice.label)}</Badge> : null;
}
