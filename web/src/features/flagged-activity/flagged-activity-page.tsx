import { Trans, useLingui } from '@lingui/react/macro';
import ScanSearch from 'lucide-react/icons/scan-search';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { Button } from '../../ui/button.tsx';
import { holdKeys } from '../../ui/typed-ahead.ts';

/** A flagged activity and the auditor's finding. */
export function FlaggedActivityPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={ReviewAction} />;
}

/** The finding can be written once and is immutable. */
function ReviewAction({ record }: RecordPartProps) {
  const { t } = useLingui();
  if (record['note'] !== null) return null;
  return (
    <Button
      variant="primary"
      aria-label={t`Review…`}
      icon={<ScanSearch size={16} />}
      onClick={() => void holdKeys(import('./review-activity.ts')).then(({ reviewActivity }) => reviewActivity(record))}
    >
      <Trans>Review…</Trans>
    </Button>
  );
}
