import { type Field, type ResourceDefinition, message, formatMessage } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { currentLanguage } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { Field as LabelledField } from '../../ui/field.tsx';
import { TextAreaInput } from '../../ui/text-field.tsx';

interface ReasonOptions {
  readonly title: ReactNode;
  readonly message: ReactNode;
  /** The label of the reason. */
  readonly label: string;
  /** Maximum number of characters. */
  readonly max: number | undefined;
  readonly confirmLabel: ReactNode;
  /** Initial text, which the user may accept or overwrite. */
  readonly proposed?: string | undefined;
}

/** The reason field for a delete; undefined if the resource stores no reason. */
export function reasonField(definition: ResourceDefinition): Pick<ReasonOptions, 'label' | 'max'> | undefined {
  const field: Field | undefined =
    definition.deleteReason === undefined ? undefined : definition.fields[definition.deleteReason];
  return field?.kind === 'textarea' ? { label: field.label[currentLanguage()], max: field.max } : undefined;
}

/** Asks for confirmation and a reason before a revert; undefined if the user cancels. */
export const promptReason = (options: ReasonOptions): Promise<string | undefined> =>
  openDialog<string>((close) => <ReasonDialog {...options} close={close} />, { alert: true, width: '27rem' });

function ReasonDialog({
  title,
  message: description,
  label,
  max,
  confirmLabel,
  proposed,
  close,
}: ReasonOptions & { close: (reason?: string) => void }) {
  const formId = useId();
  return (
    <DialogFrame
      title={title}
      footer={
        <>
          <Button onClick={() => close()}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" type="submit" form={formId}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="text-muted">{description}</div>
        <ReasonForm id={formId} label={label} max={max} proposed={proposed} onReason={close} />
      </div>
    </DialogFrame>
  );
}

interface ReasonFormProps extends Pick<ReasonOptions, 'label' | 'max' | 'proposed'> {
  readonly id: string;
  readonly onReason: (reason: string) => void;
}

/** The reason field as a form that a dialog button submits. */
export function ReasonForm({ id, label, max, proposed = '', onReason }: ReasonFormProps) {
  const [reason, setReason] = useState(proposed);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isMissing = reason.trim() === '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (!isMissing) onReason(reason.trim());
  };
  return (
    <form id={id} noValidate onSubmit={submit}>
      <LabelledField
        label={label}
        required
        error={isSubmitted && isMissing ? formatMessage(message('required'), currentLanguage()) : undefined}
      >
        {(controlProps) => (
          <TextAreaInput
            {...controlProps}
            data-first-focus
            value={reason}
            maxLength={max}
            onValueChange={setReason}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
        )}
      </LabelledField>
    </form>
  );
}
