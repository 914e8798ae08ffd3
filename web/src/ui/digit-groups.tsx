import { formatCardNumber } from '@innkeeper/contract';

/** Shows a long number in groups of four. The gaps are only visual, so copied and searched text has none. */
export function DigitGroups({ number }: { number: string }) {
  const groups = formatCardNumber(number);
  // Other numbers contain spaces already, or are not grouped.
  if (groups === number) return number;
  return (
    <span className="whitespace-nowrap tabular">
      {groups.split(' ').map((group, index) => (
        <span key={index} className={index > 0 ? 'ml-[0.3em]' : undefined}>
          {group}
        </span>
      ))}
    </span>
  );
}
