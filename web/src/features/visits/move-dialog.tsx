import { type ChoiceItem, message, resources } from '@innkeeper/contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { choicesQuery } from '../../engine/data/choices.ts';
import { refreshResources } from '../../engine/data/mutations.ts';
import { type ResourceRecord, nestedAt } from '../../engine/data/record.ts';
import { useIdempotentSend } from '../../engine/data/idempotent-send.ts';
import { fieldMessage } from '../../session/form-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { ComboboxInput } from '../../ui/combobox.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextAreaInput } from '../../ui/text-field.tsx';
import { type StandingChange, compareStandings } from './standing-change.ts';
import type { Standing } from '@innkeeper/contract/calls';
import { requestData, sendRequest } from '../../session/request.ts';

const { member, visit } = resources;
const FORM_FIELDS = ['member_id', 'remark'];

/** Dialog that moves a visit to the correct member: requires a reason, then shows the new status of both members. */
export const openMoveDialog = (record: ResourceRecord): Promise<void> =>
  openDialog((onClose) => <MoveDialog record={record} onClose={onClose} />, { width: '32rem' });

interface MoveDialogProps {
  readonly record: ResourceRecord;
  readonly onClose: () => void;
}

function MoveDialog({ record, onClose }: MoveDialogProps) {
  const [changes, setChanges] = useState<readonly StandingChange[] | null>(null);
  return changes === null ? (
    <MoveForm record={record} onClose={onClose} onMoved={setChanges} />
  ) : (
    <MoveResult changes={changes} number={String(record['visit_no'])} onClose={onClose} />
  );
}

function MoveForm({
  record,
  onClose,
  onMoved,
}: MoveDialogProps & { onMoved: (changes: readonly StandingChange[]) => void }) {
  const { t } = useLingui();
  const label = useLabel();
  const form = useId();
  const [newMember, setNewMember] = useState<ChoiceItem | null>(null);
  const [remark, setRemark] = useState('');
  const { errors, setErrors, isSending, send } = useIdempotentSend(FORM_FIELDS);
  const currentMember = nestedAt(record, 'member');
  const number = String(record['visit_no']);

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const fieldErrors = {
      ...(newMember === null && { member_id: [message('required')] }),
      ...(remark.trim() === '' && { remark: [message('required')] }),
    };
    setErrors(fieldErrors);
    if (newMember === null || Object.keys(fieldErrors).length > 0) return;
    const memberIds = [...(currentMember ? [currentMember.id] : []), newMember.id];
    await send({ member_id: newMember.id, remark: remark.trim() }, async (input, key) => {
      const standingsBefore = await Promise.all(memberIds.map(fetchStanding));
      await moveVisit(record.id, input, key);
      const standingsAfter = await Promise.all(memberIds.map(fetchStanding));
      onMoved(standingsBefore.flatMap((standing, index) => compareStandings(standing, standingsAfter[index]) ?? []));
      await refreshResources(queryClient);
    });
  };

  return (
    <DialogFrame
      title={t`Move visit ${number}`}
      description={t`The bill stays the same. Visits and tiers of both members are recalculated.`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isSending}>
            <Trans>Move visit</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {currentMember && (
          <p>
            <span className="block text-sm font-medium text-muted">
              <Trans>From</Trans>
            </span>
            {currentMember.name} <span className="text-muted tabular">#{currentMember.id}</span>
          </p>
        )}
        <Field
          label={t`Correct member`}
          required
          hint={t`Search by name, email or phone`}
          error={fieldMessage(errors, 'member_id')}
        >
          {(controlProps) => (
            <ComboboxInput
              {...controlProps}
              value={newMember}
              onValueChange={setNewMember}
              load={async (search) => {
                const { items } = await queryClient.fetchQuery(choicesQuery(member.key, { search }));
                return items.filter(({ id }) => id !== currentMember?.id);
              }}
              placeholder={t`Search members`}
            />
          )}
        </Field>
        <Field
          label={t`Reason`}
          required
          hint={t`Added to: ${label(visit.fields.remark.label)}`}
          error={fieldMessage(errors, 'remark')}
        >
          {(controlProps) => (
            <TextAreaInput
              {...controlProps}
              value={remark}
              maxLength={visit.fields.remark.max}
              onValueChange={setRemark}
            />
          )}
        </Field>
      </form>
    </DialogFrame>
  );
}

/** The effect of the move on both members, as far as they are in scope. */
function MoveResult({
  changes,
  number,
  onClose,
}: {
  changes: readonly StandingChange[];
  number: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  // The open dialog replaced the element that had the focus.
  const closeButton = useRef<HTMLButtonElement>(null);
  useFocusOnMount(closeButton);
  return (
    <DialogFrame
      title={t`Visit ${number} moved`}
      footer={
        <Button ref={closeButton} variant="primary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {/* The role is on a wrapper, because the list needs its own role. */}
      <div role="status">
        <ul className="flex flex-col gap-2">
          {changes.map(({ member: name, visits: [, visitCount], level }) => (
            <li key={name} className="rounded-md bg-sunken px-3 py-2">
              <span className="font-medium">{name}</span>
              <span className="block text-muted tabular">
                <Plural value={visitCount} one="# visit now counts" other="# visits now count" />
              </span>
              {level && <TierChange from={level[0]} to={level[1]} />}
            </li>
          ))}
        </ul>
      </div>
    </DialogFrame>
  );
}

const TierChange = ({ from, to }: { from: string; to: string }) => (
  <span className="block font-medium text-warning-text">
    <Trans>
      Tier changed from {from} to {to}.
    </Trans>
  </span>
);

/** The current status of a member; undefined for a member out of scope, who may still receive the visit. */
async function fetchStanding(memberId: number): Promise<Standing | undefined> {
  try {
    return await requestData('GET /api/member/{id}/standing', { path: { id: memberId }, query: {} });
  } catch {
    return undefined;
  }
}

interface MoveInput {
  readonly member_id: number;
  readonly remark: string;
}

/** Moves a visit to another member. Idempotent by `key`. The caller shows errors. */
const moveVisit = (id: number, input: MoveInput, key: string): Promise<unknown> =>
  sendRequest(
    'POST /api/visit/{id}/move',
    { path: { id }, body: input },
    {
      idempotencyKey: key,
      announce: (error) => error.status !== 422,
    },
  );
