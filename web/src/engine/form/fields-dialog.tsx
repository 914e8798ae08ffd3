import type { Field, FieldSet } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLabel } from '../../i18n/use-label.ts';
import { isApiError } from '../../session/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmKeyHint } from '../../ui/confirm-key-hint.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { useIdempotencyKey } from '../data/idempotent-send.ts';
import { changedFields } from './changed-fields.ts';
import { FieldControl } from './field-control.tsx';
import { showFieldErrors } from './field-errors.ts';
import { formFieldNames, formSections } from './form-fields.ts';
import { type Body, type FormValues, type WireRecord, initialValues, toBody } from './form-values.ts';
import { useDialogGuard } from './guarded-dialog.tsx';
import type { FieldInputProps } from './inputs/field-input.ts';
import { handleSaveKey } from './save-key.ts';
import { FieldInput } from './inputs/inputs.tsx';
import { OpenFormContext } from './open-form.ts';
import { useFirstFocus } from './use-initial-focus.ts';
import { type FormCheck, type FormFields, fieldsFor, formResolver } from './validate-form.ts';

export interface FieldsDialogProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly submitLabel: ReactNode;
  readonly isDanger?: boolean;
  readonly fields: FormFields;
  readonly initial?: WireRecord;
  /** Hints that replace those of the fields. */
  readonly hints?: (values: FormValues) => Readonly<Record<string, ReactNode>>;
  /** Inputs that replace those of the fields' kinds. */
  readonly inputs?: Readonly<Record<string, (props: FieldInputProps) => ReactNode>>;
  readonly check?: FormCheck;
  /** Shown before the fields. */
  readonly children?: ReactNode;
  /** Shown after the fields: the effect of the entered values. */
  readonly preview?: (values: FormValues) => ReactNode;
  /** Shown below the form. */
  readonly appendix?: ReactNode;
  /** Sends the values, idempotent by `key`. An ApiError that it throws is shown at the fields. */
  readonly onSubmit: (body: Body, key: string, values: FormValues) => Promise<void>;
  readonly onClose: () => void;
}

/** Content of a dialog of `openGuardedDialog`: a form of declared fields that is sent once. */
export function FieldsDialog(props: FieldsDialogProps) {
  const { title, description, submitLabel, isDanger, fields, initial, hints, inputs, check, onSubmit, onClose } = props;
  const label = useLabel();
  const formId = useId();
  const [base] = useState(() => initialValues(fieldsFor(fields, {}), initial));
  const form = useForm<FormValues>({
    defaultValues: base,
    resolver: formResolver(fields, () => null, check),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const values = form.watch();
  const currentFields = fieldsFor(fields, values);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const isSent = useRef(false);
  const getKey = useIdempotencyKey();
  const isDirty = () =>
    !isSent.current && changedFields(fieldsFor(fields, form.getValues()), base, form.getValues()).length > 0;
  const cancel = useDialogGuard({ isDirty, discard: () => undefined }, onClose);
  useFirstFocus(currentFields, form, formId, initial && firstOfCompleted(currentFields, base));

  const submit = form.handleSubmit(async (submitted) => {
    if (isSent.current) return;
    isSent.current = true;
    setSending(true);
    setProblem(null);
    const body = trimTexts(toBody(fieldsFor(fields, submitted), submitted));
    try {
      await onSubmit(body, getKey(body), submitted);
    } catch (error) {
      isSent.current = false;
      setSending(false);
      if (!isApiError(error)) throw error;
      setProblem(showFieldErrors(fieldsFor(fields, submitted), form, error));
    }
  });

  return (
    // Records are created in forms, not from a dialog of a single call.
    <OpenFormContext value={null}>
      <div className="contents" onKeyDown={(event) => handleSaveKey(event, { submit })}>
        <DialogFrame
          title={title}
          description={description}
          footer={
            <>
              <ConfirmKeyHint />
              <Button onClick={() => void cancel()}>
                <Trans>Cancel</Trans>
              </Button>
              <Button variant={isDanger ? 'danger' : 'primary'} type="submit" form={formId} pending={isSending}>
                {submitLabel}
              </Button>
            </>
          }
        >
          <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
            {props.children}
            {problem !== null && (
              <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-text">
                {problem}
              </p>
            )}
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
              {formSections(currentFields)
                .flatMap((section) => section.fields)
                .map(({ name, field, placement }, index, all) => (
                  <div
                    key={name}
                    className={placement === 'row' || all[index - 1]?.placement === 'row' ? '' : 'sm:col-span-2'}
                  >
                    <FieldControl
                      form={form}
                      name={name}
                      field={field}
                      required={field.required}
                      hint={hints?.(values)[name] ?? (field.hint && label(field.hint))}
                    >
                      {inputs?.[name] ?? ((inputProps) => <FieldInput {...inputProps} isPlain />)}
                    </FieldControl>
                  </div>
                ))}
            </div>
            {props.preview?.(values)}
          </form>
          {props.appendix}
        </DialogFrame>
      </div>
    </OpenFormContext>
  );
}

/** The first field if nothing required is missing: the dialog corrects values. Otherwise undefined. */
function firstOfCompleted(fields: FieldSet, values: FormValues): string | undefined {
  const isMissing = ([name, field]: [string, Field]) => field.required === true && (values[name] ?? '') === '';
  return Object.entries(fields.fields).some(isMissing) ? undefined : formFieldNames(fields)[0];
}

const trimTexts = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.trim() || null : value]),
  );
