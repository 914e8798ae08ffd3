import { permission, lockReasonFor } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { holdKeys } from '../../ui/typed-ahead.ts';

/** A visit, which can be moved to the correct member. */
export function VisitRecordPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={MoveAction} />;
}

function MoveAction({ definition, record }: RecordPartProps) {
  const label = useLabel();
  const rejection = lockReasonFor(definition, record, 'edit');
  if (record.deleted_at !== null || !can(permission('UPDATE', definition.permission))) return null;
  return (
    <Button
      icon={<ArrowRightLeft size={16} />}
      disabled={rejection !== null}
      title={rejection ? label(rejection) : undefined}
      onClick={() => void holdKeys(import('./move-dialog.tsx')).then(({ openMoveDialog }) => openMoveDialog(record))}
    >
      <Trans>Move to another member…</Trans>
    </Button>
  );
}
