import { Trans } from '@lingui/react/macro';

/** A flag as a word; nothing where it is not known. Flags travel as 1 and 0. */
export function YesNo({ value }: { value: 0 | 1 | boolean | null | undefined }) {
  if (value === null || value === undefined) return null;
  return value === 1 || value === true ? <Trans>Yes</Trans> : <Trans>No</Trans>;
}
