import { type ChoiceItem, getResource, message, permission } from '@innkeeper/contract';
import type { Standing } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { formatDate } from '../../../format/date.ts';
import { useLabel } from '../../../i18n/use-label.ts';
import { choicesQuery } from '../../../engine/data/choices.ts';
import { refreshResources } from '../../../engine/data/mutations.ts';
import { recordQuery } from '../../../engine/data/queries.ts';
import { useIdempotentSend } from '../../../engine/data/idempotent-send.ts';
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
import { requestApproval } from '../../../domain/request-approval.ts';
import { setTier } from './overview-calls.ts';

const membership = getResource('membership');
/** The column allows more, but nobody reads longer reasons. */
const MAX_REASON_LENGTH = 500;
const FORM_FIELDS = ['membership_id', 'remark'];

/** Dialog that sets the tier of a member with a running card: it requires a reason and shows the consequences first. */
export const openTierDialog = (standing: Standing): Promise<void> =>
  openDialog((onClose) => <TierDialog standing={standing} onClose={onClose} />, { width: '32rem' });

function TierDialog({ standing, onClose }: { standing: Standing; onClose: () => void }) {
  const { t } = useLingui();
  const label = useLabel();
  const form = useId();
  const [tierChoice, setTierChoice] = useState<ChoiceItem | null>(null);
  const [remark, setRemark] = useState('');
  const { errors, setErrors, isSending, send } = useIdempotentSend(FORM_FIELDS);
  const { name } = standing.member;

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const fieldErrors = {
      ...(tierChoice === null && { membership_id: [message('required')] }),
      ...(remark.trim() === '' && { remark: [message('required')] }),
    };
    setErrors(fieldErrors);
    if (tierChoice === null || Object.keys(fieldErrors).length > 0) return;
    await send({ membership_id: tierChoice.id, remark: remark.trim() }, async (input, key) => {
      const { id } = standing.member;
      try {
        await setTier(id, input, key);
        const tierName = tierChoice.name;
        showMessage({ message: t`${name} is now ${tierName}, until the next renewal.`, variant: 'success' });
      } catch (error) {
        const requestedCall = { call: 'POST /api/member/{id}/membership', path: { id }, body: input } as const;
        if (!needsApproval(error) || !(await requestApproval(requestedCall, error.message))) throw error;
      }
      onClose();
      await refreshResources(queryClient);
    });
  };

  return (
    <DialogFrame
      title={t`Set tier of ${name}`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isSending}>
            <Trans>Set tier</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <Field label={label(membership.label)} required error={fieldMessage(errors, 'membership_id')}>
          {(controlProps) => (
            <ComboboxInput
              {...controlProps}
              value={tierChoice}
              onValueChange={setTierChoice}
              load={async (search) => (await queryClient.fetchQuery(choicesQuery('membership', { search }))).items}
            />
          )}
        </Field>
        <Field
          label={t`Reason`}
          required
          hint={t`Shown on the card and in the history`}
          error={fieldMessage(errors, 'remark')}
        >
          {(controlProps) => (
            <TextAreaInput {...controlProps} value={remark} maxLength={MAX_REASON_LENGTH} onValueChange={setRemark} />
          )}
        </Field>
        {tierChoice && <Consequences standing={standing} tierChoice={tierChoice} />}
      </form>
    </DialogFrame>
  );
}

/** The consequences as far as they are known. Only users who may view memberships see whether a tier is higher. */
function Consequences({
  standing: { card, membership: currentMembership },
  tierChoice,
}: {
  standing: Standing;
  tierChoice: ChoiceItem;
}) {
  const canView = can(permission('VIEW', membership.permission));
  const newTier = useQuery({ ...recordQuery(membership, tierChoice.id), enabled: canView }).data;
  const currentTier = useQuery({ ...recordQuery(membership, currentMembership.id), enabled: canView }).data;
  if (!card) return null;
  const [tierName, endDate] = [tierChoice.name, formatDate(card.end_date)];
  const isSameTier = tierChoice.id === card.membership.id;
  const isHigher = newTier && currentTier ? Number(newTier['rank']) > Number(currentTier['rank']) : null;
  return (
    <div role="status" className="rounded-md bg-info-soft px-3 py-2 text-info-text">
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {isSameTier ? (
          <li>
            <Trans>Card and tier do not change until the next renewal.</Trans>
          </li>
        ) : (
          <>
            <li>
              <Trans>
                A {tierName} card will be issued today, valid until {endDate} like the current one.
              </Trans>
            </li>
            <li>
              <Trans>The current card and its vouchers stay valid.</Trans>
            </li>
            <li>
              {isHigher === null ? (
                <Trans>If {tierName} is higher, its vouchers are issued and an email is sent.</Trans>
              ) : isHigher ? (
                <Trans>Its vouchers are issued and an email is sent.</Trans>
              ) : (
                <Trans>Lower or same tier: no new vouchers, no email.</Trans>
              )}
            </li>
            <li>
              <Trans>Applies until the next renewal, regardless of visits.</Trans>
            </li>
          </>
        )}
      </ul>
    </div>
  );
}
