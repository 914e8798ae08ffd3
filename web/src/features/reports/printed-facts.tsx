import type { ReportFact } from '@innkeeper/contract';
import { usePrinting } from '../../ui/use-printing.ts';

/** Printed below a report: its filters, hotels, reader and time, as in its exported files. Not shown on screen. */
export function PrintedFacts({ facts }: { facts: readonly ReportFact[] }) {
  const isPrinting = usePrinting();
  if (!isPrinting) return null;
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-0.5 border-t border-border pt-2 text-xs break-inside-avoid">
      {facts.map(({ word, meaning }) => (
        <div key={word} className="contents">
          <dt className="text-muted">{word}</dt>
          <dd className="min-w-0 break-words">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
