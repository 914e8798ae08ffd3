import { Trans } from '@lingui/react/macro';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Problem } from './use-desk-write.ts';

/** The server's error message. After a lost response it adds that the request may be sent again. */
export function Alert({ problem }: { problem: Problem }) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-md bg-danger-soft px-3 py-2.5 text-danger-text">
      <TriangleAlert size={18} className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{problem.message}</p>
        {problem.isOutcomeUnknown && (
          <p className="mt-1 text-sm">
            <Trans>We didn’t get an answer. Try again; it can’t be done twice.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}
