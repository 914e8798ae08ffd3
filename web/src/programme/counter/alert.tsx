import { Trans } from '@lingui/react/macro';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Problem } from './use-writing.ts';

/** The error, in the server's words; after a lost answer, also that the request may be sent again. */
export function Alert({ problem }: { problem: Problem }) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-md bg-danger-soft px-3 py-2.5 text-danger-text">
      <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{problem.message}</p>
        {problem.isLost && (
          <p className="mt-1 text-sm">
            <Trans>No answer came, so it may have been done. Try again: it is done once.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}
