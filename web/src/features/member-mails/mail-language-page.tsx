import { Trans } from '@lingui/react/macro';
import Eye from 'lucide-react/icons/eye';
import { nestedAt } from '../../engine/data/record.ts';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';

/** A mail template in one language, and the mail as its guests receive it. */
export function MailLanguagePage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={PreviewButton} />;
}

function PreviewButton({ record }: RecordPartProps) {
  const openPreview = async () => {
    const mailType = nestedAt(record, 'mail_template.mail_type')?.code ?? null;
    const { MailPreview } = await holdKeys(import('./mail-preview.tsx'));
    await openDialog(<MailPreview languageId={record.id} mailType={mailType} />, { width: '46rem' });
  };
  return (
    <Button icon={<Eye size={16} />} onClick={() => void openPreview()}>
      <Trans>Preview</Trans>
    </Button>
  );
}
