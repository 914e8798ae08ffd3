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
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type ShownMail, mailPreview, sendTestMail } from './mail-calls.ts';

type Look = 'light' | 'dark' | 'text';

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
          <Segmented
            label={t`Look`}
            value={look}
            onValueChange={setLook}
            options={[
              { value: 'light', label: t`Light` },
              { value: 'dark', label: t`Dark` },
              { value: 'text', label: t`Text only` },
            ]}
          />
        </div>
      </div>
      <div className="mt-3 overflow-hidden rounded-md border border-border">
        {data ? (
          <Shown mail={data} look={look} />
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-[60dvh] w-full" />
        )}
      </div>
    </DialogFrame>
  );
}

/** A mail asks the device whether it is dark; here the answer is what was chosen. */
const lit = (html: string, look: Look): string =>
  html.replace('@media (prefers-color-scheme:dark)', look === 'dark' ? '@media all' : '@media not all');

function Shown({ mail, look }: { mail: ShownMail; look: Look }) {
  const { t } = useLingui();
  return (
    <>
      <p className="border-b border-border bg-sunken px-4 py-2.5">
        <span className="sr-only">{t`Subject`}: </span>
        <span className="font-semibold break-words">{mail.subject}</span>
      </p>
      {look === 'text' ? (
        <pre className="h-[56dvh] overflow-auto px-4 py-3 font-mono text-sm break-words whitespace-pre-wrap">
          {mail.text}
        </pre>
      ) : (
        // Nothing in it runs, and nothing in it knows this page.
        <iframe
          key={look}
          title={t`The mail`}
          sandbox=""
          srcDoc={lit(mail.html, look)}
          className="block h-[56dvh] w-full border-0"
        />
      )}
    </>
  );
}
