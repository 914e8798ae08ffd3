import { permission } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import Scale from 'lucide-react/icons/scale';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { holdKeys } from '../../ui/typed-ahead.ts';

/** Page of a country, where a wrong exchange rate to the US dollar can be corrected. */
export function CountryPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={RateAction} />;
}

function RateAction({ definition, record }: RecordPartProps) {
  if (record.deleted_at !== null || !can(permission('UPDATE', definition.permission))) return null;
  return (
    <Button
      icon={<Scale size={16} />}
      onClick={() =>
        void holdKeys(import('./rate-dialog.tsx')).then(({ openRateDialog }) =>
          openRateDialog({ id: record.id, name: String(record['name']) }),
        )
      }
    >
      <Trans>Correct rate…</Trans>
    </Button>
  );
}
