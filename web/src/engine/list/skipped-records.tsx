import { plural } from '@lingui/core/macro';
import { formatNumber } from '../../format/number.ts';
import type { BulkPreview } from '../data/mutations.ts';

/** Reasons shown. */
const MAX_REASONS = 5;

/**
 * Whether the request can exclude, by id, the records that a bulk edit would leave unchanged. If there are very many,
 * the server returns only the first ids.
 */
export const canExcludeSkipped = ({ matched, affected, rejected }: BulkPreview): boolean =>
  matched - affected <= rejected.length;

/** The selected records that a bulk edit cannot change, and why. */
export function SkippedRecords({ preview }: { preview: BulkPreview }) {
  const { matched, affected, reasons } = preview;
  const skipped = matched - affected;
  if (skipped === 0) return null;
  return (
    <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
      <p>{canExcludeSkipped(preview) ? describeSkipped(skipped) : describeTooMany(skipped)}</p>
      {reasons.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {reasons.slice(0, MAX_REASONS).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function describeSkipped(skipped: number): string {
  const count = formatNumber(skipped);
  return plural(skipped, {
    one: `${count} selected item can’t be changed:`,
    other: `${count} selected items can’t be changed:`,
  });
}

function describeTooMany(skipped: number): string {
  const count = formatNumber(skipped);
  return plural(skipped, {
    one: `${count} selected record can’t be changed. Deselect it:`,
    other: `${count} selected records can’t be changed. Deselect them:`,
  });
}
