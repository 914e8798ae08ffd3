import { formatCardNumber } from '@innkeeper/contract';

/** Shows a long number in groups of four. The gaps are only visual: copied and searched text has none. */
export function DigitGroups({ number }: { number: string }) {
  const groups = formatCardNumber(number);
  // Other numbers have their own spaces, or are not grouped.
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
