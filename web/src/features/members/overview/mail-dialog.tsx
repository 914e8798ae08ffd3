import { memberMailBody } from '@innkeeper/contract';
import type { MemberOverview } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { openCallDialog } from '../../../engine/form/call-dialog.tsx';
import { currentLanguage } from '../../../i18n/language.ts';
import { RadioCard, RadioGroup } from '../../../ui/radio-group.tsx';
import { showMessage } from '../../../ui/message-store.ts';

type Mails = NonNullable<MemberOverview['mails']>;

const nameOf = (type: string): string =>
  memberMailBody.fields.mail_type.choices.find(({ value }) => value === type)?.label[currentLanguage()] ?? type;

/** Dialog that resends one of the programme's mails. */
export const openMailDialog = (id: number, recipient: string, mails: Mails): Promise<boolean> =>
  openCallDialog({
    call: 'POST /api/member/{id}/mail',
    path: { id },
    width: '30rem',
    title: t`Send email`,
    description: t`Programme email about the current card, to ${recipient}`,
    submitLabel: <Trans>Send</Trans>,
    fields: memberMailBody,
    initial: { mail_type: mails.find(({ reason }) => reason === null)?.mail_type },
    inputs: {
      mail_type: ({ value, onChange, inputRef }) => (
        <RadioGroup
          aria-label={t`Email`}
          ref={(group) => inputRef({ focus: () => group?.querySelector<HTMLElement>(':checked')?.focus() })}
          className="flex flex-col gap-2"
        >
          {mails.map(({ mail_type, reason }) => (
            <RadioCard
              key={mail_type}
              checked={mail_type === value}
              onChoose={() => onChange(mail_type)}
              disabled={reason !== null}
              className="flex min-h-(--control) flex-col justify-center rounded-md border border-strong-border/60 bg-surface px-3 py-1.5 text-left font-medium hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-disabled:cursor-not-allowed has-disabled:border-border has-disabled:bg-sunken has-disabled:text-muted"
            >
              {nameOf(mail_type)}
              {reason !== null && <span className="text-sm font-normal">{reason}</span>}
            </RadioCard>
          ))}
        </RadioGroup>
      ),
    },
    onSent: ({ data: { mail_type, recipient: sentTo } }) => {
      const name = nameOf(mail_type);
      showMessage({ message: t`Email “${name}” is being sent to ${sentTo}.`, variant: 'success' });
    },
  });
