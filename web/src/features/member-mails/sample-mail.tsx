import { type ChoiceItem, isAccountMailType, permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { choicesQuery } from '../../engine/data/choices.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { ComboboxInput } from '../../ui/combobox.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type MailDraft, mailPreviewQuery, sendTestMail } from './mail-calls.ts';
import { type Appearance, AppearanceChoice, MailView } from './mail-view.tsx';

/** The member whose data fills the mail; null lets the server pick one. */
export type SampleMember = ChoiceItem | null;

interface SampleMailProps {
  languageId: number;
  /** Code of the mail type; null if the template has none. */
  mailType: string | null;
  member: SampleMember;
  onMemberChange: (member: SampleMember) => void;
  /** Unsaved text that replaces the saved one. */
  draft?: MailDraft;
  /** Classes that set the mail's height. */
  className: string;
}

/** What fills a sample of a mail: its reader is a member, or the signed-in user if it is about an account. */
export function SampleReader({ mailType }: Pick<SampleMailProps, 'mailType'>) {
  return isAccountMailType(mailType) ? (
    <Trans>Preview with your own account</Trans>
  ) : (
    <Trans>Preview with a real member</Trans>
  );
}

/** A mail as received, filled with its reader's data: in light and dark mode and as plain text. */
export function SampleMail({ languageId, mailType, member, onMemberChange, draft, className }: SampleMailProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [appearance, setAppearance] = useState<Appearance>('light');
  const { data, error, refetch } = useQuery({
    ...mailPreviewQuery(languageId, member?.id ?? null, draft),
    placeholderData: keepPreviousData,
    retry: false,
  });

  return (
    <div className="@container">
      <div className="grid items-end gap-x-4 gap-y-2 @lg:grid-cols-[1fr_17rem]">
        {isAccountMailType(mailType) ? (
          <span />
        ) : can(permission('VIEW', resources.member.permission)) ? (
          <Field label={t`Member`}>
            {(controlProps) => (
              <ComboboxInput
                {...controlProps}
                aria-labelledby={`${controlProps.id ?? ''}-label`}
                value={member}
                onValueChange={onMemberChange}
                load={async (search) => (await client.fetchQuery(choicesQuery('member', { search }))).items}
                placeholder={t`Most recent member`}
              />
            )}
          </Field>
        ) : (
          <p className="text-sm text-muted">
            <Trans>Placeholders are not filled in: you don’t have access to members.</Trans>
          </p>
        )}
        <div className="@lg:-mb-1">
          <AppearanceChoice value={appearance} onValueChange={setAppearance} />
        </div>
      </div>
      <div className="mt-3 overflow-hidden rounded-md border border-border">
        {data ? (
          <MailView mail={data} appearance={appearance} className={className} />
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className={`w-full ${className}`} />
        )}
      </div>
    </div>
  );
}

/** Sends the saved mail to its reader; nothing for a user who may not change it. */
export function SendTestButton({ languageId, member }: Pick<SampleMailProps, 'languageId' | 'member'>) {
  const { t } = useLingui();
  const send = useMutation({
    mutationFn: () => sendTestMail(languageId, member?.id ?? null),
    onSuccess: (recipient) => showMessage({ message: t`Email is being sent to ${recipient}.`, variant: 'success' }),
  });
  if (!can(permission('UPDATE', resources.mail_language.permission))) return null;
  return (
    <Button icon={<Send size={16} />} pending={send.isPending} onClick={() => send.mutate()}>
      <Trans>Send me a test</Trans>
    </Button>
  );
}
