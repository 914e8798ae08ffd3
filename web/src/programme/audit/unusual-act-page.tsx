import { Trans, useLingui } from '@lingui/react/macro';
import ScanSearch from 'lucide-react/icons/scan-search';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { Button } from '../../ui/button.tsx';

/** An unusual act, and the finding of an auditor. */
export function UnusualActPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={LookInto} />;
}

/** The finding is written once, and stands. */
function LookInto({ record }: RecordPartProps) {
  const { t } = useLingui();
  if (record['note'] !== null) return null;
  return (
    <Button
      variant="primary"
      aria-label={t`Looked into…`}
      icon={<ScanSearch size={16} aria-hidden="true" />}
      onClick={() => void import('./look-into.ts').then(({ lookInto }) => lookInto(record))}
    >
      <Trans>Looked into…</Trans>
    </Button>
  );
}
