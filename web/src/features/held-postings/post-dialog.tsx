import { type ChoiceItem, resources } from '@innkeeper/contract';
import type { HeldPostingResult } from '@innkeeper/contract/calls';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { choicesQuery } from '../../engine/data/choices.ts';
import { type BulkTarget, refreshResources } from '../../engine/data/mutations.ts';
import { type ResourceRecord, displayName, nestedAt } from '../../engine/data/record.ts';
import { useIdempotentSend } from '../../engine/data/idempotent-send.ts';
import { formatNumber } from '../../format/number.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { ApiError } from '../../session/api-error.ts';
import { fieldMessage } from '../../session/form-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { ComboboxInput } from '../../ui/combobox.tsx';
import { DateTimeInput } from '../../ui/date-time-field.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { TextAreaInput } from '../../ui/text-field.tsx';
import { postHeldPostings } from './held-posting-calls.ts';

const { held_posting, member, visit } = resources;
const FORM_FIELDS = ['member_id', 'visit_date', 'remark'];

/** Prompts for corrections of a posting on hold and posts it as a visit. */
export const openPostDialog = (record: ResourceRecord): Promise<boolean | undefined> =>
  openDialog<boolean>(
    (onClose) => <PostDialog record={record} target={{ ids: [record.id] }} count={1} onClose={onClose} />,
    {
      width: '32rem',
    },
  );

/** Posts several, with the same corrections. Resolves to whether they were sent; the results have been shown. */
export const openBulkPostDialog = async (target: BulkTarget, count: number): Promise<boolean> =>
  (await openDialog<boolean>((onClose) => <PostDialog target={target} count={count} onClose={onClose} />, {
    width: '32rem',
  })) === true;

interface PostDialogProps {
  /** The bill to post; for many their contents are not shown. */
  readonly record?: ResourceRecord;
  readonly target: BulkTarget;
  readonly count: number;
  readonly onClose: (isDone?: boolean) => void;
}

function PostDialog(props: PostDialogProps) {
  const [results, setResults] = useState<readonly HeldPostingResult[] | null>(null);
  return results === null ? (
    <PostForm {...props} onPosted={setResults} />
  ) : (
    <PostResults results={results} onClose={() => props.onClose(true)} />
  );
}

function PostForm({
  record,
  target,
  count,
  onClose,
  onPosted,
}: PostDialogProps & { onPosted: (results: readonly HeldPostingResult[]) => void }) {
  const { t } = useLingui();
  const form = useId();
  const recordedMember = record && nestedAt(record, 'member');
  const [correctMember, setCorrectMember] = useState<ChoiceItem | null>(null);
  const [date, setDate] = useState<string | null>(null);
  const [remark, setRemark] = useState('');
  const { errors, setErrors, isSending, send } = useIdempotentSend(FORM_FIELDS);
  const name = record ? displayName(held_posting, record) : '';
  const countText = formatNumber(count);
  const isCardUnknown = record?.['reason'] === 'unknown_card';

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    setErrors({});
    const correction = { member_id: correctMember?.id ?? null, visit_date: date, remark: remark.trim() || null };
    await send({ ...target, ...correction }, async (_, key) => {
      const results = await postHeldPostings(target, correction, key);
      const [firstResult] = results;
      await refreshResources(queryClient);
      if (!record) return onPosted(results);
      // For a single bill, show the rejection in the form, where it can be corrected.
      if (firstResult?.error)
        throw new ApiError(422, firstResult.error.error, firstResult.error.message, firstResult.error);
      const number = firstResult?.visit?.visit_no ?? '';
      showMessage({ message: t`Bill ${name} was posted as ${number}.`, variant: 'success' });
      onClose(true);
    });
  };

  return (
    <DialogFrame
      title={
        record
          ? t`Post bill ${name}`
          : plural(count, { one: `Post ${countText} bill on hold`, other: `Post ${countText} bills on hold` })
      }
      description={
        record
          ? t`The bill is posted as received, with your corrections.`
          : t`Each bill is posted as received, with your corrections. Rejected bills stay on hold.`
      }
      footer={
        <>
          <Button onClick={() => onClose()}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isSending}>
            <Trans>Post</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {recordedMember && (
          <p>
            <span className="block text-sm font-medium text-muted">
              <Trans>As received</Trans>
            </span>
            {recordedMember.name} <span className="text-muted tabular">#{recordedMember.id}</span>
          </p>
        )}
        <Field
          label={t`Correct member`}
          required={isCardUnknown}
          hint={
            isCardUnknown
              ? t`Search by name, email or phone`
              : t`Search by name, email or phone. Leave empty for the card’s member`
          }
          error={fieldMessage(errors, 'member_id')}
        >
          {(controlProps) => (
            <ComboboxInput
              {...controlProps}
              value={correctMember}
              onValueChange={setCorrectMember}
              load={async (search) => (await queryClient.fetchQuery(choicesQuery(member.key, { search }))).items}
              placeholder={t`Search members`}
            />
          )}
        </Field>
        <Field
          label={t`Correct date`}
          hint={t`Leave empty to keep as received`}
          error={fieldMessage(errors, 'visit_date')}
        >
          {(controlProps) => <DateTimeInput {...controlProps} value={date} onValueChange={setDate} />}
        </Field>
        <Field
          label={t`Remark`}
          hint={t`Required for bills two days old or more`}
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

/** The results of many: the number of visits posted, and the reasons for the rejected ones. */
function PostResults({ results, onClose }: { results: readonly HeldPostingResult[]; onClose: () => void }) {
  const { t } = useLingui();
  // The dialog is already open, and the element that had the focus has been removed.
  const closeButton = useRef<HTMLButtonElement>(null);
  useFocusOnMount(closeButton);
  const rejectedResults = results.filter(({ error }) => error !== null);
  const postedCount = results.length - rejectedResults.length;
  return (
    <DialogFrame
      title={rejectedResults.length === 0 ? t`All posted` : t`Some are still on hold`}
      footer={
        <Button ref={closeButton} variant="primary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div role="status" className="flex flex-col gap-3">
        <p className="tabular">
          <Plural value={postedCount} one="# bill posted as a visit." other="# bills posted as visits." />
        </p>
        {rejectedResults.length > 0 && (
          <ul className="flex max-h-[40dvh] flex-col gap-2 overflow-y-auto">
            {rejectedResults.map(({ id, reference_no, error }) => (
              <li key={id} className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
                <span className="font-medium tabular">{reference_no}</span>
                <span className="block">{errorText(error)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </DialogFrame>
  );
}

/** The error as text: the messages of its fields, or a general one. */
function errorText(error: HeldPostingResult['error']): string {
  const fieldNames = Object.keys(error?.errors ?? {});
  const errorTexts = fieldNames.flatMap((field) => {
    const label = visit.fields[field as keyof typeof visit.fields]?.label; // fields of other resources have no label here
    const problem = fieldMessage(error?.errors ?? {}, field) ?? '';
    return label ? [`${label[currentLanguage()]}: ${problem}`] : [problem];
  });
  return errorTexts.join(' ') || (error?.message ?? '');
}
