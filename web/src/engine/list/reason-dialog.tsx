import { type Field, type FieldOf, type ResourceDefinition, message, formatMessage } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { currentLanguage } from '../../i18n/language.ts';
import { readOptionNumber } from '../../session/reference-data.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmKeyHint } from '../../ui/confirm-key-hint.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { Field as LabelledField } from '../../ui/field.tsx';
import { SuggestedTexts } from '../../ui/suggested-texts.tsx';
import { TextAreaInput } from '../../ui/text-field.tsx';

interface ReasonOptions {
  readonly title: ReactNode;
  readonly message: ReactNode;
  /** The label of the reason. */
  readonly label: string;
  /** Maximum number of characters. */
  readonly max: number | undefined;
  /** True by default. */
  readonly required?: boolean;
  /** Reasons that are often given, offered below the input. */
  readonly suggestions?: readonly string[];
  readonly confirmLabel: ReactNode;
  /** Initial text, which the user may accept or overwrite. */
  readonly proposed?: string | undefined;
}

type ReasonInput = Required<Pick<ReasonOptions, 'label' | 'max' | 'required' | 'suggestions'>>;

/** The input of a required reason that a field stores or a call takes. */
export const reasonInputOf = (field: FieldOf<'textarea'>): ReasonInput => ({
  label: field.label[currentLanguage()],
  max: field.max,
  required: true,
  suggestions: (field.suggestions ?? []).map((suggestion) => suggestion[currentLanguage()]),
});

/** The reason field for a delete; undefined if the resource stores no reason. An option may make it optional. */
export function reasonField(definition: ResourceDefinition): ReasonInput | undefined {
  const field: Field | undefined =
    definition.deleteReason === undefined ? undefined : definition.fields[definition.deleteReason];
  if (field?.kind !== 'textarea') return undefined;
  const option = definition.deleteReasonOption;
  const isRequired = option === undefined || readOptionNumber(option.slug, option.code) !== 0;
  return { ...reasonInputOf(field), required: isRequired };
}

/** Asks for confirmation and a reason before a revert; undefined if the user cancels, empty without a reason. */
export const promptReason = (options: ReasonOptions): Promise<string | undefined> =>
  openDialog<string>((close) => <ReasonDialog {...options} close={close} />, { alert: true, width: '27rem' });

function ReasonDialog({
  title,
  message: description,
  confirmLabel,
  close,
  ...reasonInput
}: ReasonOptions & { close: (reason?: string) => void }) {
  const formId = useId();
  return (
    <DialogFrame
      title={title}
      footer={
        <>
          <ConfirmKeyHint />
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
        <ReasonForm id={formId} {...reasonInput} onReason={close} />
      </div>
    </DialogFrame>
  );
}

interface ReasonFormProps extends Pick<ReasonOptions, 'label' | 'max' | 'required' | 'suggestions' | 'proposed'> {
  readonly id: string;
  readonly onReason: (reason: string) => void;
}

/** The reason field as a form that a dialog button submits. */
export function ReasonForm({
  id,
  label,
  max,
  required = true,
  suggestions = [],
  proposed = '',
  onReason,
}: ReasonFormProps) {
  const [reason, setReason] = useState(proposed);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isMissing = required && reason.trim() === '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (!isMissing) onReason(reason.trim());
  };
  return (
    <form
      id={id}
      noValidate
      onSubmit={submit}
      // Also on a suggestion, which Enter alone chooses.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      <LabelledField
        label={label}
        required={required}
        error={isSubmitted && isMissing ? formatMessage(message('required'), currentLanguage()) : undefined}
      >
        {(controlProps) => (
          <>
            <TextAreaInput
              {...controlProps}
              data-first-focus
              value={reason}
              maxLength={max}
              onValueChange={setReason}
            />
            {suggestions.length > 0 && <SuggestedTexts texts={suggestions} value={reason} onChoose={setReason} />}
          </>
        )}
      </LabelledField>
    </form>
  );
}
