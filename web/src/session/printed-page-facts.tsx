import { useLingui } from '@lingui/react/macro';
import { formatDateTime } from '../format/date.ts';
import { type PrintedFact, PrintedFacts } from '../ui/printed-facts.tsx';
import { useUser } from './user.ts';

interface PrintedPageFactsProps {
  facts: readonly PrintedFact[];
  /** The hotels of the page, null for all of them; by default those that its reader may see. */
  hotels?: readonly { readonly name: string }[] | null;
}

/** Facts below a printed page, followed by its hotels, its reader and the time. */
export function PrintedPageFacts({ facts, hotels }: PrintedPageFactsProps) {
  const { t } = useLingui();
  const user = useUser();
  const shownHotels = hotels === undefined ? user?.hotels : hotels;
  return (
    <PrintedFacts
      facts={[
        ...facts,
        [t`Hotels`, shownHotels?.map(({ name }) => name).join(', ') ?? t`All hotels`],
        [t`Created by`, user?.displayName ?? ''],
        [t`Created at`, formatDateTime(new Date().toISOString())],
      ]}
    />
  );
}
