import { permission, resources } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import CircleOff from 'lucide-react/icons/circle-off';
import Utensils from 'lucide-react/icons/utensils';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { holdKeys } from '../../ui/typed-ahead.ts';

const { permission: visitPermission } = resources.visit;

/** A posting on hold: its content, why it was not posted, and the decision. */
export function HeldPostingPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={HeldPostingActions} />;
}

/** A posted bill is final; a dismissed one can still be posted. */
function HeldPostingActions({ record }: RecordPartProps) {
  if (record['state'] === 'posted') return null;
  return (
    <>
      {record['state'] === 'waiting' && can(permission('UPDATE', visitPermission)) && (
        <Button
          icon={<CircleOff size={16} />}
          onClick={() => void holdKeys(import('./dismiss.ts')).then(({ dismissPosting }) => dismissPosting(record))}
        >
          <Trans>Dismiss…</Trans>
        </Button>
      )}
      {can(permission('STORE', visitPermission)) && (
        <Button
          variant="primary"
          icon={<Utensils size={16} />}
          onClick={() =>
            void holdKeys(import('./post-dialog.tsx')).then(({ openPostDialog }) => openPostDialog(record))
          }
        >
          <Trans>Post as a visit…</Trans>
        </Button>
      )}
    </>
  );
}
