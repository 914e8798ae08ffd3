import { formatCardNumber } from '@innkeeper/contract';

/** A long number in groups of four for the eye alone: whoever copies or finds its text has it without gaps. */
export function DigitGroups({ number }: { number: string }) {
  const groups = formatCardNumber(number);
  // Other numbers have spaces of their own, or none.
  if (groups === number) return number;
  return (
    <span className="whitespace-nowrap tabular">
      {groups.split(' ').map((group, at) => (
        <span key={at} className={at > 0 ? 'ml-[0.3em]' : undefined}>
          {group}
        </span>
      ))}
    </span>
  );
}
