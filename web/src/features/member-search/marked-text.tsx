import { matchedParts } from './matched-parts.ts';

/** A text with the search words highlighted. */
export const MarkedText = ({ text, searchText }: { text: string; searchText: string }) =>
  matchedParts(text, searchText).map((part, at) =>
    part.isMatched ? (
      <mark key={at} className="rounded-sm bg-accent-soft text-accent-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
