import { type CallOutcome, type CallListKey, message, resources } from '@innkeeper/contract';
import type { CallListRow } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { localDay } from '../format/date.ts';
import { formatPhone } from '../format/phone.ts';
import { useLabel } from '../i18n/use-label.ts';
import { useIdempotentSend } from '../engine/data/idempotent-send.ts';
import { fieldMessage } from '../session/form-error.ts';
import { useFocusOnMount } from '../ui/focus-on-mount.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { DialogFrame } from '../ui/dialog.tsx';
import { openDialog } from '../ui/dialog-store.ts';
import { Field, FieldError } from '../ui/field.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { RadioCard, RadioGroup } from '../ui/radio-group.tsx';
import { TextAreaInput } from '../ui/text-field.tsx';
import { WhatsAppLink } from '../ui/whats-app-link.tsx';
import { saveCall } from './call-list-calls.ts';
import { t } from '@lingui/core/macro';
import type { ResourceRecord } from '../engine/data/record.ts';
import { canRevert } from '../engine/data/revert.ts';
import { deleteImmediately } from '../engine/list/record-actions.tsx';
import { showMessage } from '../ui/message-store.ts';

const { outcome: outcomeField, note: noteField, call_back_on: callBackField } = resources.member_call.fields;
const FORM_FIELDS = ['outcome', 'note', 'call_back_on'];

/** Dialog that logs the outcome of a call, made from a call list or without one. Resolves to true once it is saved. */
export const openCallDialog = (
  list: CallListKey | null,
  row: Pick<CallListRow, 'member'>,
): Promise<boolean | undefined> =>
  openDialog<boolean>((onClose) => <CallDialog list={list} row={row} onClose={onClose} />, { width: '33rem' });

/** Position of the call in a list that is worked through. */
interface QueuePosition {
  /** `3 of 84`. */
  readonly position: string;
  readonly facts: ReactNode;
  readonly onBack: (() => void) | undefined;
  readonly onSkip: () => void;
}

interface CallDialogProps {
  readonly list: CallListKey | null;
  readonly row: Pick<CallListRow, 'member'>;
  readonly onClose: (isSaved?: boolean) => void;
  readonly queue?: QueuePosition;
}

/** Content of the dialog that logs a call. */
export function CallDialog({ list, row, onClose, queue }: CallDialogProps) {
  const { t } = useLingui();
  const label = useLabel();
  const id = useId();
  const [outcome, setOutcome] = useState<CallOutcome | null>(null);
  const [note, setNote] = useState('');
  const [callBackDay, setCallBackDay] = useState<string | null>(tomorrow());
  const { errors, setErrors, isSending, send } = useIdempotentSend(FORM_FIELDS);
  const { name, phone_no } = row.member;
  const firstRadio = useRef<HTMLInputElement>(null);
  useFocusOnMount(firstRadio);

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

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const isTyping = event.target instanceof HTMLTextAreaElement || isTextInput(event.target);
    if (event.key === 'Enter' && (!isTyping || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
      return;
    }
    const choice =
      isTyping || event.ctrlKey || event.altKey || event.metaKey
        ? undefined
        : outcomeField.choices[Number(event.key) - 1];
    if (!choice) return;
    event.preventDefault();
    setOutcome(choice.value);
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
      actions={!queue && <WhatsAppLink phone={phone_no} name={name} />}
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
      {queue && <div className="mb-4">{queue.facts}</div>}
      <form
        id={id}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void save(event)}
        onKeyDown={onKeyDown}
      >
        <div className="@container flex flex-col gap-1">
          <span id={`${id}-outcome`} className="required-mark text-sm font-medium text-muted">
            {label(outcomeField.label)}
          </span>
          <RadioGroup
            aria-labelledby={`${id}-outcome`}
            aria-required
            className="grid grid-cols-2 gap-2 @lg:grid-cols-3"
          >
            {outcomeField.choices.map((choice, index) => (
              <RadioCard
                key={choice.value}
                checked={choice.value === outcome}
                onChoose={() => {
                  setOutcome(choice.value);
                  setErrors({});
                }}
                ref={index === 0 ? firstRadio : undefined}
                data-first-focus={index === 0 ? '' : undefined}
                className="flex min-h-(--control) items-center justify-between gap-2 rounded-md border border-strong-border/60 bg-surface px-3 text-left font-medium hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text"
              >
                {label(choice.label)}
                <span aria-hidden="true">
                  <Kbd>{index + 1}</Kbd>
                </span>
              </RadioCard>
            ))}
          </RadioGroup>
          {errors['outcome'] && <FieldError>{fieldMessage(errors, 'outcome')}</FieldError>}
        </div>
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

const isTextInput = (target: EventTarget): boolean => target instanceof HTMLInputElement && target.type === 'text';

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
