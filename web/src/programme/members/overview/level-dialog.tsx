import { type ChoiceItem, getResource, message, permission } from '@innkeeper/contract';
import type { Standing } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { formatDate } from '../../../format/date.ts';
import { useLabel } from '../../../i18n/use-label.ts';
import { choices } from '../../../engine/data/choices.ts';
import { refreshResources } from '../../../engine/data/mutations.ts';
import { recordQuery } from '../../../engine/data/queries.ts';
import { useSendOnce } from '../../../engine/data/send-once.ts';
import { needsApproval } from '../../../session/api-error.ts';
import { fieldMessage } from '../../../session/form-error.ts';
import { queryClient } from '../../../session/query-client.ts';
import { can } from '../../../session/user.ts';
import { Button } from '../../../ui/button.tsx';
import { ComboboxInput } from '../../../ui/combobox.tsx';
import { openDialog } from '../../../ui/dialog-store.ts';
import { DialogFrame } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { showMessage } from '../../../ui/message-store.ts';
import { TextAreaInput } from '../../../ui/text-field.tsx';
import { askApproval } from '../../desk/ask-approval.ts';
import { setLevel } from './overview-calls.ts';

const membership = getResource('membership');
/** A card has room for more, people have not. */
const REASON_MAX = 500;
const SHOWN = ['membership_id', 'remark'];

/** Asks for the level of a member with a running card and its reason, tells the consequences, and sets it. */
export const askLevel = (standing: Standing): Promise<void> =>
  openDialog((close) => <LevelDialog standing={standing} close={close} />, { width: '32rem' });

function LevelDialog({ standing, close }: { standing: Standing; close: () => void }) {
  const { t } = useLingui();
  const label = useLabel();
  const form = useId();
  const [level, setLevelChoice] = useState<ChoiceItem | null>(null);
  const [remark, setRemark] = useState('');
  const { errors, setErrors, isSending, send } = useSendOnce(SHOWN);
  const { name } = standing.member;

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const missing = {
      ...(level === null && { membership_id: [message('required')] }),
      ...(remark.trim() === '' && { remark: [message('required')] }),
    };
    setErrors(missing);
    if (level === null || Object.keys(missing).length > 0) return;
    await send({ membership_id: level.id, remark: remark.trim() }, async (input, key) => {
      const { id } = standing.member;
      try {
        await setLevel(id, input, key);
        const to = level.name;
        showMessage({ message: t`${name} is ${to} now, until the next renewal.`, variant: 'success' });
      } catch (error) {
        const asked = { call: 'POST /api/member/{id}/membership', path: { id }, body: input } as const;
        if (!needsApproval(error) || !(await askApproval(asked, error.message))) throw error;
      }
      close();
      await refreshResources(queryClient);
    });
  };

  return (
    <DialogFrame
      title={t`Set the level of ${name}`}
      footer={
        <>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isSending}>
            <Trans>Set the level</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <Field label={label(membership.label)} required error={fieldMessage(errors, 'membership_id')}>
          {(wiring) => (
            <ComboboxInput
              {...wiring}
              value={level}
              onValueChange={setLevelChoice}
              load={async (search) => (await queryClient.fetchQuery(choices('membership', { search }))).items}
            />
          )}
        </Field>
        <Field
          label={t`Reason`}
          required
          hint={t`Stands on the card and in the history`}
          error={fieldMessage(errors, 'remark')}
        >
          {(wiring) => <TextAreaInput {...wiring} value={remark} maxLength={REASON_MAX} onValueChange={setRemark} />}
        </Field>
        {level && <Consequences standing={standing} level={level} />}
      </form>
    </DialogFrame>
  );
}

/** The consequences, as far as they can be known: a user who may view memberships sees whether a level is higher. */
function Consequences({ standing: { card, membership: present }, level }: { standing: Standing; level: ChoiceItem }) {
  const mayView = can(permission('VIEW', membership.permission));
  const wanted = useQuery({ ...recordQuery(membership, level.id), enabled: mayView }).data;
  const now = useQuery({ ...recordQuery(membership, present.id), enabled: mayView }).data;
  if (!card) return null;
  const [to, until] = [level.name, formatDate(card.end_date)];
  const isSame = level.id === card.membership.id;
  const isHigher = wanted && now ? Number(wanted['rank']) > Number(now['rank']) : null;
  return (
    <div role="status" className="rounded-md bg-info-soft px-3 py-2 text-info-text">
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {isSame ? (
          <li>
            <Trans>The card stays as it is, and so does the level until the next renewal.</Trans>
          </li>
        ) : (
          <>
            <li>
              <Trans>
                A {to} card is issued today, good until {until} like the present one.
              </Trans>
            </li>
            <li>
              <Trans>The present card and its vouchers stay good.</Trans>
            </li>
            <li>
              {isHigher === null ? (
                <Trans>If {to} is higher, its vouchers come with it and a mail goes out.</Trans>
              ) : isHigher ? (
                <Trans>Its vouchers come with it, and a mail goes out.</Trans>
              ) : (
                <Trans>It is not higher: no vouchers come with it, and no mail goes out.</Trans>
              )}
            </li>
            <li>
              <Trans>It holds until the next renewal, whatever the visits.</Trans>
            </li>
          </>
        )}
      </ul>
    </div>
  );
}
