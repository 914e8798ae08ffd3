import { permission, lockReasonFor } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { restoreWithMessage } from '../list/record-actions.tsx';
import type { RecordPartProps } from '../form/extensions.ts';

/** Shows who deleted the record and when, with a button to restore it. */
export function DeletedBanner({ definition, record }: RecordPartProps) {
  const [isPending, setIsPending] = useState(false);
  const label = useLabel();
  const rejection = lockReasonFor(definition, record, 'restore');
  const deletedAt = formatDateTime(record.deleted_at);
  const deletedBy = record.deleted_by?.name;
  const restore = async () => {
    setIsPending(true);
    await restoreWithMessage(definition, record);
    setIsPending(false);
  };
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-danger-soft px-3 py-2 text-danger-text"
    >
      <Trash2 size={18} aria-hidden="true" className="shrink-0" />
      <p className="min-w-48 flex-1">
        {deletedBy ? (
          <Trans>
            Deleted on {deletedAt} by {deletedBy}.
          </Trans>
        ) : (
          <Trans>Deleted on {deletedAt}.</Trans>
        )}{' '}
        {rejection && label(rejection)}
      </p>
      {can(permission('DELETE', definition.permission)) && (
        <Button
          size="small"
          pending={isPending}
          disabled={rejection !== null}
          icon={<RotateCcw size={14} aria-hidden="true" />}
          onClick={() => void restore()}
        >
          <Trans>Restore</Trans>
        </Button>
      )}
    </div>
  );
}
