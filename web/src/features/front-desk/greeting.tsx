import type { DeskGreeting } from '@innkeeper/contract/calls';
import { Plural, Trans } from '@lingui/react/macro';
import Sparkles from 'lucide-react/icons/sparkles';

/** Occasions for a friendly word at this visit, such as a birthday. */
export function Greeting({ name, greeting }: { name: string; greeting: DeskGreeting }) {
  const { birthday_in: days, is_first_visit: isFirst } = greeting;
  if (days === null && !isFirst) return null;
  return (
    <p className="mt-1.5 flex items-start gap-1.5 font-medium text-accent-text">
      <Sparkles size={16} aria-hidden="true" className="mt-0.75 shrink-0" />
      <span className="min-w-0">
        {days !== null && <Birthday name={name} days={days} />}
        {days !== null && isFirst && ' '}
        {isFirst && <Trans>First visit here: a warm welcome!</Trans>}
      </span>
    </p>
  );
}

function Birthday({ name, days }: { name: string; days: number }) {
  if (days === 0) return <Trans>Today is the birthday of {name}.</Trans>;
  if (days > 0)
    return (
      <Plural
        value={days}
        one={`Tomorrow is the birthday of ${name}.`}
        other={`The birthday of ${name} is in # days.`}
      />
    );
  const daysAgo = -days;
  return (
    <Plural
      value={daysAgo}
      one={`Yesterday was the birthday of ${name}.`}
      other={`The birthday of ${name} was # days ago.`}
    />
  );
}
