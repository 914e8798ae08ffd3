import { Trans } from '@lingui/react/macro';
import { usePrinting } from '../../ui/use-printing.ts';

/** Lines for two signatures, on paper only. */
export function Signatures() {
  const isPrinting = usePrinting();
  if (!isPrinting) return null;
  return (
    <div className="mt-14 mb-4 grid grid-cols-2 gap-12 break-inside-avoid">
      <p className="border-t border-strong-border pt-1 text-sm">
        <Trans>Handed over by</Trans>
      </p>
      <p className="border-t border-strong-border pt-1 text-sm">
        <Trans>Taken over by</Trans>
      </p>
    </div>
  );
}
