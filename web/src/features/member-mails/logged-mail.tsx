import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import MailX from 'lucide-react/icons/mail-x';
import { useState } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import type { RecordPartProps } from '../../engine/form/extensions.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { loggedMailQuery } from './mail-calls.ts';
import { type Appearance, AppearanceChoice, MailView } from './mail-view.tsx';

/** The first tab of a log entry: the mail itself. */
export function MailOverview({ record }: RecordPartProps) {
  return (
    <div className="max-w-3xl">
      <LoggedMail record={record} className="h-[62dvh] min-h-80" />
    </div>
  );
}

/** A logged mail as it was sent. If that was not stored, it shows the mail as it would be written now, with a note. */
export function LoggedMail({ record, className }: { record: ResourceRecord; className: string }) {
  const label = useLabel();
  const [appearance, setAppearance] = useState<Appearance>('light');
  const { data, error, refetch } = useQuery(loggedMailQuery(record));
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className={`w-full ${className}`} />;
  const { is_as_sent, mail, problem } = data;
  if (!mail)
    return (
      <EmptyState icon={<MailX size={20} />} title={<Trans>Couldn’t show this email.</Trans>}>
        {problem && label(problem)}
      </EmptyState>
    );
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-sm text-muted">
          {is_as_sent && mail.html === null ? (
            <Trans>As sent, without its link.</Trans>
          ) : is_as_sent ? (
            <Trans>As sent.</Trans>
          ) : record['delivery_status'] === 'queued' ? (
            <Trans>Not sent yet. Preview of the current text.</Trans>
          ) : (
            <Trans>The sent text was not stored. Preview of the current text.</Trans>
          )}
        </p>
        {mail.html !== null && (
          <div className="w-68 max-w-full">
            <AppearanceChoice value={appearance} onValueChange={setAppearance} />
          </div>
        )}
      </div>
      <div className="overflow-hidden rounded-md border border-border">
        <MailView mail={mail} appearance={appearance} className={className} />
      </div>
    </>
  );
}
