import { type ChoiceItem, permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { choices } from '../../resource/data/choices.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { ComboboxInput } from '../../ui/combobox.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { mailPreview, sendTestMail } from './mail-calls.ts';
import { type Look, LookChoice, Shown } from './shown-mail.tsx';

/** A mail as it is received, filled with what a member has: by day, by night and as plain text. */
export function MailPreview({ languageId }: { languageId: number }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [member, setMember] = useState<ChoiceItem | null>(null);
  const [look, setLook] = useState<Look>('light');
  const [isSending, setSending] = useState(false);
  const memberId = member?.id ?? null;
  const { data, error, refetch } = useQuery({
    ...mailPreview(languageId, memberId),
    placeholderData: keepPreviousData,
    retry: false,
  });

  const send = async () => {
    setSending(true);
    try {
      const recipient = await sendTestMail(languageId, memberId);
      showMessage({ message: t`The mail is on its way to ${recipient}.`, variant: 'success' });
    } catch {
      // A refusal has announced itself, in words.
    } finally {
      setSending(false);
    }
  };

  return (
    <DialogFrame
      title={<Trans>Preview</Trans>}
      description={<Trans>As it was saved, with what a real member has.</Trans>}
      footer={
        can(permission('UPDATE', resources.mail_language.permission)) && (
          <Button
            variant="primary"
            icon={<Send size={16} aria-hidden="true" />}
            pending={isSending}
            onClick={() => void send()}
          >
            <Trans>Send a test to me</Trans>
          </Button>
        )
      }
    >
      <div className="grid items-end gap-x-4 gap-y-2 sm:grid-cols-[1fr_17rem]">
        {can(permission('VIEW', resources.member.permission)) ? (
          <Field label={t`Member`}>
            {(wiring) => (
              <ComboboxInput
                {...wiring}
                aria-labelledby={`${wiring.id ?? ''}-label`}
                value={member}
                onValueChange={setMember}
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
        <div className="sm:-mb-1">
          <LookChoice value={look} onValueChange={setLook} />
        </div>
      </div>
      <div className="mt-3 overflow-hidden rounded-md border border-border">
        {data ? (
          <Shown mail={data} look={look} className="h-[56dvh]" />
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-[60dvh] w-full" />
        )}
      </div>
    </DialogFrame>
  );
}
