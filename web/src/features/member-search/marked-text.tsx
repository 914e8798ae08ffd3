import { splitByMatch } from './matched-parts.ts';

/** A text with the search words highlighted. */
export const MarkedText = ({ text, searchText }: { text: string; searchText: string }) =>
  splitByMatch(text, searchText).map((part, index) =>
    part.isMatched ? (
      <mark key={index} className="rounded-sm bg-accent-soft text-accent-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
