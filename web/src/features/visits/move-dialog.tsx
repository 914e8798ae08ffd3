import { type ChoiceItem, message, resources } from '@innkeeper/contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { choices } from '../../engine/data/choices.ts';
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
import { moveVisit, readStanding } from './move-calls.ts';
import { type StandingChange, standingChange } from './standing-change.ts';

const { member, visit } = resources;
const SHOWN = ['member_id', 'remark'];

/** Dialog that moves a visit to the correct member: requires a reason, then shows the new status of both members. */
export const openMoveDialog = (record: ResourceRecord): Promise<void> =>
  openDialog((close) => <MoveDialog record={record} close={close} />, { width: '32rem' });

interface MoveDialogProps {
  readonly record: ResourceRecord;
  readonly close: () => void;
}

function MoveDialog({ record, close }: MoveDialogProps) {
  const [changes, setChanges] = useState<readonly StandingChange[] | null>(null);
  return changes === null ? (
    <MoveForm record={record} close={close} onMoved={setChanges} />
  ) : (
    <Moved changes={changes} number={String(record['visit_no'])} close={close} />
  );
}

function MoveForm({
  record,
  close,
  onMoved,
}: MoveDialogProps & { onMoved: (changes: readonly StandingChange[]) => void }) {
  const { t } = useLingui();
  const label = useLabel();
  const form = useId();
  const [target, setTarget] = useState<ChoiceItem | null>(null);
  const [remark, setRemark] = useState('');
  const { errors, setErrors, isSending, send } = useIdempotentSend(SHOWN);
  const from = nestedAt(record, 'member');
  const number = String(record['visit_no']);

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const missing = {
      ...(target === null && { member_id: [message('required')] }),
      ...(remark.trim() === '' && { remark: [message('required')] }),
    };
    setErrors(missing);
    if (target === null || Object.keys(missing).length > 0) return;
    const both = [...(from ? [from.id] : []), target.id];
    await send({ member_id: target.id, remark: remark.trim() }, async (input, key) => {
      const before = await Promise.all(both.map(readStanding));
      await moveVisit(record.id, input, key);
      const after = await Promise.all(both.map(readStanding));
      onMoved(before.flatMap((one, index) => standingChange(one, after[index]) ?? []));
      await refreshResources(queryClient);
    });
  };

  return (
    <DialogFrame
      title={t`Move visit ${number}`}
      description={t`The bill stays the same. Visits and tiers of both members are recalculated.`}
      footer={
        <>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isSending}>
            <Trans>Move visit</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {from && (
          <p>
            <span className="block text-sm font-medium text-muted">
              <Trans>From</Trans>
            </span>
            {from.name} <span className="text-muted tabular">#{from.id}</span>
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
              value={target}
              onValueChange={setTarget}
              load={async (search) => {
                const { items } = await queryClient.fetchQuery(choices(member.key, { search }));
                return items.filter(({ id }) => id !== from?.id);
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
function Moved({ changes, number, close }: { changes: readonly StandingChange[]; number: string; close: () => void }) {
  const { t } = useLingui();
  // The open dialog replaced the element that had the focus.
  const closeButton = useRef<HTMLButtonElement>(null);
  useFocusOnMount(closeButton);
  return (
    <DialogFrame
      title={t`Visit ${number} moved`}
      footer={
        <Button ref={closeButton} variant="primary" onClick={close}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {/* The role is on a wrapper, because the list needs its own role. */}
      <div role="status">
        <ul className="flex flex-col gap-2">
          {changes.map(({ member: name, visits: [, now], level }) => (
            <li key={name} className="rounded-md bg-sunken px-3 py-2">
              <span className="font-medium">{name}</span>
              <span className="block text-muted tabular">
                <Plural value={now} one="# visit now counts" other="# visits now count" />
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
