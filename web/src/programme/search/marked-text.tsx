import { matchedParts } from './matched-parts.ts';

/** A text in which the typed words stand out. */
export const MarkedText = ({ text, typed }: { text: string; typed: string }) =>
  matchedParts(text, typed).map((part, at) =>
    part.isMatched ? (
      <mark key={at} className="rounded-sm bg-accent-soft text-accent-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
