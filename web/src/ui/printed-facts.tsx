import { usePrinting } from './use-printing.ts';

export type PrintedFact = readonly [word: string, meaning: string];

/** Facts below a printed page, such as its filters and its reader. Not shown on screen. */
export function PrintedFacts({ facts }: { facts: readonly PrintedFact[] }) {
  const isPrinting = usePrinting();
  if (!isPrinting) return null;
  return (
    <dl className="mt-2 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-0.5 border-t border-border pt-2 text-xs break-inside-avoid">
      {facts.map(([word, meaning]) => (
        <div key={word} className="contents">
          <dt className="text-muted">{word}</dt>
          <dd className="min-w-0 break-words">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
