import { type CallOutcome, type CallListKey, message, resources } from '@innkeeper/contract';
import type { CallListRow } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { localDay } from '../format/date.ts';
import { formatPhone } from '../format/phone.ts';
import { useLabel } from '../i18n/use-label.ts';
import { useIdempotentSend } from '../engine/data/idempotent-send.ts';
import { fieldMessage } from '../session/form-error.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { DialogFrame } from '../ui/dialog.tsx';
import { openDialog } from '../ui/dialog-store.ts';
import { Field } from '../ui/field.tsx';
import { NumberedChoice, handleNumberedKeys } from '../ui/numbered-choice.tsx';
import { TextAreaInput } from '../ui/text-field.tsx';
import { WhatsAppLink } from '../ui/whats-app-link.tsx';
import { useOnPageLeave } from '../ui/use-on-page-leave.ts';
import { saveCall } from './call-list-calls.ts';
import { t } from '@lingui/core/macro';
import type { ResourceRecord } from '../engine/data/record.ts';
import { canRevert } from '../engine/data/revert.ts';
import { deleteImmediately } from '../engine/list/record-actions.tsx';
import { showMessage } from '../ui/message-store.ts';

const { outcome: outcomeField, note: noteField, call_back_on: callBackField } = resources.member_call.fields;
const FORM_FIELDS = ['outcome', 'note', 'call_back_on'];

/**
 * Dialog that logs the outcome of a call, made from a call list or without one; `facts` are what the caller should know.
 * Resolves to true once it is saved.
 */
export const openLogCallDialog = (
  list: CallListKey | null,
  row: Pick<CallListRow, 'member'>,
  facts?: ReactNode,
): Promise<boolean | undefined> =>
  openDialog<boolean>((onClose) => <LogCallDialog list={list} row={row} facts={facts} onClose={onClose} />, {
    width: '36rem',
  });

/** Position of the call in a list that is worked through. */
interface QueuePosition {
  /** `3 of 84`. */
  readonly position: string;
  readonly onBack: (() => void) | undefined;
  readonly onSkip: () => void;
}

interface LogCallDialogProps {
  readonly list: CallListKey | null;
  readonly row: Pick<CallListRow, 'member'>;
  readonly facts?: ReactNode;
  readonly onClose: (isSaved?: boolean) => void;
  readonly queue?: QueuePosition;
}

/** Content of the dialog that logs a call. */
export function LogCallDialog({ list, row, facts, onClose, queue }: LogCallDialogProps) {
  const { t } = useLingui();
  const label = useLabel();
  const id = useId();
  const [outcome, setOutcome] = useState<CallOutcome | null>(null);
  const [note, setNote] = useState('');
  const [callBackDay, setCallBackDay] = useState<string | null>(tomorrow());
  const { errors, setErrors, isSending, send } = useIdempotentSend(FORM_FIELDS);
  const { name, phone_no } = row.member;
  // The facts have links to other pages.
  useOnPageLeave(onClose);

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (outcome === null) return setErrors({ outcome: [message('required')] });
    const input = {
      member_id: row.member.id,
      work_list: list,
      outcome,
      note: note.trim() === '' ? null : note.trim(),
      call_back_on: outcome === 'call_back' ? callBackDay : null,
    };
    if (outcome === 'call_back' && callBackDay === null) return setErrors({ call_back_on: [message('required')] });
    await send(input, async (call, key) => {
      announceCall(name, await saveCall(call, key));
      onClose(true);
    });
  };

  const chooseOutcome = (index: number): boolean => {
    const choice = outcomeField.choices[index];
    if (choice) setOutcome(choice.value);
    return choice !== undefined;
  };

  return (
    <DialogFrame
      title={t`Call with ${name}`}
      description={
        <span className="flex flex-wrap justify-between gap-x-4 tabular">
          <span>{formatPhone(phone_no)}</span>
          <span>{queue?.position}</span>
        </span>
      }
      actions={!facts && <WhatsAppLink phone={phone_no} name={name} />}
      footer={
        <>
          {queue ? (
            <>
              <Button disabled={!queue.onBack} onClick={queue.onBack}>
                <Trans>Back</Trans>
              </Button>
              <Button className="mr-auto" onClick={queue.onSkip}>
                <Trans>Skip</Trans>
              </Button>
            </>
          ) : (
            <Button onClick={() => onClose()}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <Button variant="primary" type="submit" form={id} pending={isSending} className={queue && 'max-sm:flex-1'}>
            {queue ? <Trans>Save and next</Trans> : <Trans>Save call</Trans>}
          </Button>
        </>
      }
    >
      {facts && <div className="mb-4">{facts}</div>}
      <form
        id={id}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void save(event)}
        onKeyDown={(event) => handleNumberedKeys(event, chooseOutcome)}
      >
        <NumberedChoice
          label={label(outcomeField.label)}
          options={outcomeField.choices.map((choice) => ({ value: choice.value, label: label(choice.label) }))}
          value={outcome}
          onValueChange={(value) => {
            setOutcome(value);
            setErrors({});
          }}
          error={fieldMessage(errors, 'outcome')}
        />
        {outcome === 'call_back' && (
          <DateField
            label={label(callBackField.label)}
            required
            value={callBackDay}
            onValueChange={setCallBackDay}
            error={fieldMessage(errors, 'call_back_on')}
          />
        )}
        <Field label={label(noteField.label)} error={fieldMessage(errors, 'note')}>
          {(controlProps) => (
            <TextAreaInput {...controlProps} value={note} maxLength={noteField.max} onValueChange={setNote} />
          )}
        </Field>
      </form>
    </DialogFrame>
  );
}

const tomorrow = (): string => {
  const today = new Date();
  return localDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1));
};

/** Shows that a call was logged, with an undo for users who may delete it. */
function announceCall(name: string, call: ResourceRecord): void {
  const definition = resources.member_call;
  const undoAction = {
    label: t`Undo`,
    onClick: () => void deleteImmediately(definition, call, { successMessage: t`Call with ${name} deleted.` }),
  };
  showMessage({
    message: t`Call with ${name} logged.`,
    variant: 'success',
    ...(canRevert(definition, call) && { action: undoAction }),
  });
}
