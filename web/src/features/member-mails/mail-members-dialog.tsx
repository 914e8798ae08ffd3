import { MAX_BULK_RECORDS, type MemberMailType, memberMailBody } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SelectionPreview } from '../../domain/selection-preview.tsx';
import type { BulkTarget } from '../../engine/data/mutations.ts';
import { openCallDialog } from '../../engine/form/call-dialog.tsx';
import { formatNumber } from '../../format/number.ts';
import { requestData } from '../../session/request.ts';
import { showMessage } from '../../ui/message-store.ts';

const CALL = 'POST /api/member/mailing';

/** Prompts for a programme email and sends it to the selected members. Resolves to whether it was sent. */
export async function openMailMembersDialog(target: BulkTarget, memberCount: number): Promise<boolean> {
  const count = formatNumber(memberCount);
  const max = formatNumber(MAX_BULK_RECORDS);
  if (memberCount > MAX_BULK_RECORDS) {
    showMessage({ message: t`Select at most ${max} members to email.`, variant: 'warning' });
    return false;
  }
  return openCallDialog({
    call: CALL,
    fixed: { ...target },
    width: '32rem',
    title: plural(memberCount, { one: `Email ${count} member`, other: `Email ${count} members` }),
    description: t`Programme email about the current card of each`,
    submitLabel: <Trans>Send</Trans>,
    fields: memberMailBody,
    preview: ({ mail_type: type }) => {
      const mailType = memberMailBody.fields.mail_type.choices.find(({ value }) => value === type)?.value;
      return mailType && <MailingPreview target={target} mailType={mailType} />;
    },
    onSent: ({ data: { queued } }) => {
      const queuedCount = formatNumber(queued);
      showMessage({
        message: plural(queued, {
          one: `${queuedCount} email is being sent.`,
          other: `${queuedCount} emails are being sent.`,
        }),
        variant: 'success',
      });
    },
  });
}

function MailingPreview({ target, mailType }: { target: BulkTarget; mailType: MemberMailType }) {
  return (
    <SelectionPreview
      queryKey={[CALL, target, mailType]}
      load={async () => {
        const body = { ...target, mail_type: mailType, dry_run: 1 } as const;
        const { queued, left_out } = await requestData(CALL, { body }, { announce: false });
        return { reached: queued, leftOut: left_out };
      }}
      describe={(reached) => {
        const count = formatNumber(reached);
        return plural(reached, { one: `${count} member gets the email.`, other: `${count} members get the email.` });
      }}
    />
  );
}
