import type { ResourceDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { currentLanguage } from '../../i18n/language.ts';
import { isApiError, needsApproval } from '../../session/api-error.ts';
import { registerUnsavedInput } from '../../session/expired-session.ts';
import { currentUser } from '../../session/user.ts';
import { showMessage } from '../../ui/message-store.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';
import { useSaveRecord } from '../data/mutations.ts';
import { queryKeys } from '../data/query-keys.ts';
import type { ResourceRecord } from '../data/record.ts';
import { changedFields } from './changed-fields.ts';
import { createRecordAttempts } from './create-attempt.ts';
import { type Draft, createDraft, resumeDraft } from './draft.ts';
import { getExtensions } from './extensions.ts';
import { currentDates } from './empty-dates.ts';
import type { FieldOwner } from './field-owner.ts';
import { showFieldErrors } from './field-errors.ts';
import { type FormValues, type WireRecord, pickValues, initialValues, toFormValues } from './form-values.ts';
import { saveChanges } from './save-changes.ts';
import { useFormDraft } from './use-form-draft.ts';

export interface ResourceFormOptions {
  readonly definition: ResourceDefinition;
  /** The record being edited; undefined for a new one. */
  readonly record?: ResourceRecord;
  /** The initial values of a new record. */
  readonly defaults?: WireRecord;
  /** Called without a record if saving required an approval, and the approval was requested. */
  readonly onSaved?: (record?: ResourceRecord) => void;
}

export interface ResourceForm extends FieldOwner {
  /** Links a submit button to the form, wherever it is placed. */
  readonly formId: string;
  /** The fields with unsaved changes. */
  readonly changedNames: readonly string[];
  readonly isSaving: boolean;
  /** The error of the form as a whole, as text. */
  readonly problem: string | null;
  readonly offeredDraft: Draft | null;
  readonly submit: () => Promise<void>;
  /** Resets the form to the saved values. */
  readonly discard: () => void;
  readonly restoreDraft: () => void;
  readonly discardDraft: () => void;
  /** Reads the current values, even in a handler that was created before the last change. */
  readonly isDirty: () => boolean;
}

/** The saved state of the form: the values and version that the next save is compared with. */
interface EditStart {
  values: FormValues;
  version: number | null;
}

/** The state of a resource's form: values, draft, saving, and the merge with someone else's save. */
export function useResourceForm({ definition, record, defaults, onSaved }: ResourceFormOptions): ResourceForm {
  const formId = useId();
  const [initialStart] = useState<EditStart>(() => ({
    values: record
      ? toFormValues(definition, record)
      : initialValues(definition, { ...currentDates(definition, new Date()), ...defaults }, onlyHotel()),
    version: record?.version ?? null,
  }));
  const startRef = useRef(initialStart);
  const form = useForm<FormValues>({
    defaultValues: initialStart.values,
    // The rules of all kinds of fields are loaded with the inputs: a page on which nothing is edited needs neither.
    resolver: async (...input) => {
      const { formResolver } = await import('./validate-form.ts');
      return formResolver(definition, () => (record ? startRef.current.values : null))(...input);
    },
    // Validates on submit, and from then on with every change: no field turns red while the user first fills it in.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const [changedNames, setChangedNames] = useState<readonly string[]>([]);
  const [isSubmitting, setIsSubmitting] = useState(false);
  /** Another save was requested while one was in progress. */
  const isSaveRequested = useRef(false);
  const [formProblem, setFormProblem] = useState<string | null>(null);
  const draft = useFormDraft(definition, record?.id ?? null, initialStart.values);
  const { persist } = draft;
  const client = useQueryClient();
  const save = useSaveRecord(definition);
  const [attempt] = useState(createRecordAttempts);

  const getDirtyFields = useCallback(
    () => changedFields(definition, startRef.current.values, form.getValues()),
    [definition, form],
  );

  const trackChanges = useCallback(() => {
    const names = getDirtyFields();
    setChangedNames((before) => (before.join() === names.join() ? before : names));
    persist(createDraft(definition, startRef.current.version, startRef.current.values, form.getValues(), Date.now()));
  }, [definition, getDirtyFields, persist, form]);
  useEffect(() => registerUnsavedInput('form', () => getDirtyFields().length > 0), [getDirtyFields]);
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ name }) => name !== undefined && trackChanges() }),
    [trackChanges, form],
  );

  /**
   * Resets the form to these saved values. `shown` are the values in the inputs: where they differ, the field counts as
   * changed.
   */
  const resetForm = useCallback(
    (values: FormValues, version: number | null, shown = values) => {
      startRef.current = { values, version };
      form.reset(shown);
      setChangedNames([]);
      setFormProblem(null);
    },
    [form],
  );

  // Without unsaved input, someone else's change is shown directly.
  useEffect(() => {
    if (record && record.version !== startRef.current.version && getDirtyFields().length === 0)
      resetForm(toFormValues(definition, record), record.version);
  }, [resetForm, definition, getDirtyFields, record]);

  /**
   * `sentValues` are the values that were saved. Values that were typed since are preserved on top of the saved record.
   */
  const finishSave = (saved: ResourceRecord, message: string, sentValues: FormValues) => {
    const currentValues = form.getValues();
    const changedSince = record ? changedFields(definition, sentValues, currentValues) : [];
    const values = toFormValues(definition, saved);
    resetForm(values, saved.version, { ...values, ...pickValues(currentValues, changedSince) });
    draft.deleteDraft();
    if (changedSince.length > 0) trackChanges();
    showMessage({ message, variant: 'success' });
    onSaved?.(saved);
    void getExtensions().afterSave[definition.key]?.(saved);
  };

  const create = async (values: FormValues) => {
    const { body, key } = attempt.prepare(definition, values);
    try {
      finishSave(await save.mutateAsync({ input: body, idempotencyKey: key }), t`Saved.`, values);
    } catch (error) {
      attempt.failed(error);
      if (!needsApproval(error) || !(await getExtensions().requestApproval[definition.key]?.(body, error.message)))
        throw error;
      resetForm(values, null);
      draft.deleteDraft();
      onSaved?.();
    }
  };

  const update = async (current: ResourceRecord, values: FormValues): Promise<void> => {
    const base = { values: startRef.current.values, version: startRef.current.version ?? 0 };
    const outcome = await saveChanges(
      definition,
      base,
      values,
      (input, version) => save.mutateAsync({ id: current.id, input, version }),
      () => new Date(),
    );
    if (outcome.kind === 'unchanged') {
      resetForm(values, current.version);
      draft.deleteDraft();
      onSaved?.(current);
      return;
    }
    if (outcome.kind === 'saved') return finishSave(outcome.record, savedMessage(definition, outcome.merged), values);
    const { theirs, merge } = outcome;
    const { resolveConflict } = await holdKeys(import('./conflict-dialog.tsx'));
    const merged = await resolveConflict({ definition, base: base.values, record, theirs, merge });
    if (!merged) return;
    client.setQueryData(queryKeys.record(definition.key, theirs.id), theirs);
    startRef.current = { values: merge.saved, version: theirs.version };
    form.reset(merged);
    trackChanges();
    return update(theirs, merged);
  };

  const submit = async (): Promise<void> => {
    isSaveRequested.current = isSubmitting;
    if (isSubmitting) return;
    await form.handleSubmit(async (values) => {
      setIsSubmitting(true);
      setFormProblem(null);
      try {
        const shouldSave = (await getExtensions().beforeSave[definition.key]?.(values, record)) ?? true;
        if (shouldSave) await (record ? update(record, values) : create(values));
        else isSaveRequested.current = false;
      } catch (error) {
        if (!isApiError(error)) throw error;
        isSaveRequested.current = false;
        setFormProblem(showFieldErrors(definition, form, error));
      } finally {
        setIsSubmitting(false);
      }
    })();
    if (isSaveRequested.current && getDirtyFields().length > 0) await submit();
  };

  return {
    definition,
    form,
    formId,
    record,
    changedNames,
    isSaving: isSubmitting,
    problem: formProblem,
    offeredDraft: draft.offeredDraft,
    submit,
    discard: () => {
      draft.deleteDraft();
      resetForm(record ? toFormValues(definition, record) : initialStart.values, record?.version ?? null);
    },
    restoreDraft: () => {
      if (!draft.offeredDraft) return;
      const resumed = resumeDraft(draft.offeredDraft, startRef.current, form.getValues());
      startRef.current = resumed.start;
      form.reset(resumed.values);
      draft.withdrawOffer();
      trackChanges();
    },
    discardDraft: draft.deleteDraft,
    isDirty: () => getDirtyFields().length > 0,
  };
}

/** The hotel of a user who has only one. */
function onlyHotel(): number | null {
  const hotels = currentUser()?.hotels;
  return hotels?.length === 1 ? (hotels[0]?.id ?? null) : null;
}

function savedMessage(definition: ResourceDefinition, merged: readonly string[]): string {
  if (merged.length === 0) return t`Saved.`;
  const fields = merged.map((name) => definition.fields[name]?.label[currentLanguage()] ?? name).join(', ');
  return t`Saved. Someone else changed ${fields} meanwhile; both changes were saved.`;
}
