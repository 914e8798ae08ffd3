import { type ChoiceItem, permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { choices } from '../../engine/data/choices.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { ComboboxInput } from '../../ui/combobox.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type MailDraft, mailPreview, sendTestMail } from './mail-calls.ts';
import { type Look, LookChoice, Shown } from './shown-mail.tsx';

/** The member for whom a mail is shown; the server chooses one if nobody is named. */
export type SampleMember = ChoiceItem | null;

interface SampleMailProps {
  languageId: number;
  member: SampleMember;
  onMemberChange: (member: SampleMember) => void;
  /** The text that is being written, in place of the saved one. */
  draft?: MailDraft;
  /** How high the mail is. */
  className: string;
}

/** A mail as it is received, filled with a member's data: by day, by night and as plain text. */
export function SampleMail({ languageId, member, onMemberChange, draft, className }: SampleMailProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [look, setLook] = useState<Look>('light');
  const { data, error, refetch } = useQuery({
    ...mailPreview(languageId, member?.id ?? null, draft),
    placeholderData: keepPreviousData,
    retry: false,
  });

  return (
    <div className="@container">
      <div className="grid items-end gap-x-4 gap-y-2 @lg:grid-cols-[1fr_17rem]">
        {can(permission('VIEW', resources.member.permission)) ? (
          <Field label={t`Member`}>
            {(wiring) => (
              <ComboboxInput
                {...wiring}
                aria-labelledby={`${wiring.id ?? ''}-label`}
                value={member}
                onValueChange={onMemberChange}
                load={async (search) => (await client.fetchQuery(choices('member', { search }))).items}
                placeholder={t`The newest whom it can show`}
              />
            )}
          </Field>
        ) : (
          <p className="text-sm text-muted">
            <Trans>Placeholders stay as they are: you may not see members.</Trans>
          </p>
        )}
        <div className="@lg:-mb-1">
          <LookChoice value={look} onValueChange={setLook} />
        </div>
      </div>
      <div className="mt-3 overflow-hidden rounded-md border border-border">
        {data ? (
          <Shown mail={data} look={look} className={className} />
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
export function SendTest({ languageId, member }: Pick<SampleMailProps, 'languageId' | 'member'>) {
  const { t } = useLingui();
  const [isSending, setSending] = useState(false);
  if (!can(permission('UPDATE', resources.mail_language.permission))) return null;

  const send = async () => {
    setSending(true);
    try {
      const recipient = await sendTestMail(languageId, member?.id ?? null);
      showMessage({ message: t`The mail is on its way to ${recipient}.`, variant: 'success' });
    } catch {
      // A refusal has announced itself, in words.
    } finally {
      setSending(false);
    }
  };

  return (
    <Button icon={<Send size={16} aria-hidden="true" />} pending={isSending} onClick={() => void send()}>
      <Trans>Send a test to me</Trans>
    </Button>
  );
}
