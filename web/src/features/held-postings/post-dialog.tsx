import { type ChoiceItem, resources } from '@innkeeper/contract';
import type { PostedLine } from '@innkeeper/contract/calls';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { choices } from '../../engine/data/choices.ts';
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
import { postHeldPosting } from './held-posting-calls.ts';

const { held_posting, member, visit } = resources;
const SHOWN = ['member_id', 'visit_date', 'remark'];

/** Prompts for corrections of a posting on hold and posts it as a visit. */
export const openPostDialog = (record: ResourceRecord): Promise<boolean | undefined> =>
  openDialog<boolean>((close) => <PostDialog record={record} target={{ ids: [record.id] }} count={1} close={close} />, {
    width: '32rem',
  });

/** The same for many. Resolves to whether they were sent; their results have been shown. */
export const openBulkPostDialog = async (target: BulkTarget, count: number): Promise<boolean> =>
  (await openDialog<boolean>((close) => <PostDialog target={target} count={count} close={close} />, {
    width: '32rem',
  })) === true;

interface PostDialogProps {
  /** The bill to post; for many their contents are not shown. */
  readonly record?: ResourceRecord;
  readonly target: BulkTarget;
  readonly count: number;
  readonly close: (isDone?: boolean) => void;
}

function PostDialog(props: PostDialogProps) {
  const [lines, setLines] = useState<readonly PostedLine[] | null>(null);
  return lines === null ? (
    <PostForm {...props} onPosted={setLines} />
  ) : (
    <Posted lines={lines} close={() => props.close(true)} />
  );
}

function PostForm({
  record,
  target,
  count,
  close,
  onPosted,
}: PostDialogProps & { onPosted: (lines: readonly PostedLine[]) => void }) {
  const { t } = useLingui();
  const form = useId();
  const known = record && nestedAt(record, 'member');
  const [right, setRight] = useState<ChoiceItem | null>(null);
  const [date, setDate] = useState<string | null>(null);
  const [remark, setRemark] = useState('');
  const { errors, setErrors, isSending, send } = useIdempotentSend(SHOWN);
  const name = record ? displayName(held_posting, record) : '';
  const many = formatNumber(count);
  const isUnknown = record?.['reason'] === 'unknown_card';

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    setErrors({});
    const put = { member_id: right?.id ?? null, visit_date: date, remark: remark.trim() || null };
    await send({ ...target, ...put }, async (_, key) => {
      const lines = await postHeldPosting(target, put, key);
      const [first] = lines;
      await refreshResources(queryClient);
      if (!record) return onPosted(lines);
      // For a single bill, show the rejection in the form, where it can be corrected.
      if (first?.error) throw new ApiError(422, first.error.error, first.error.message, first.error);
      const number = first?.visit?.visit_no ?? '';
      showMessage({ message: t`Bill ${name} was posted as ${number}.`, variant: 'success' });
      close(true);
    });
  };

  return (
    <DialogFrame
      title={
        record
          ? t`Post bill ${name}`
          : plural(count, { one: `Post ${many} bill on hold`, other: `Post ${many} bills on hold` })
      }
      description={
        record
          ? t`The bill is posted as received, with your corrections.`
          : t`Each bill is posted as received, with your corrections. Rejected bills stay on hold.`
      }
      footer={
        <>
          <Button onClick={() => close()}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isSending}>
            <Trans>Post</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {known && (
          <p>
            <span className="block text-sm font-medium text-muted">
              <Trans>As received</Trans>
            </span>
            {known.name} <span className="text-muted tabular">#{known.id}</span>
          </p>
        )}
        <Field
          label={t`Correct member`}
          required={isUnknown}
          hint={
            isUnknown
              ? t`Search by name, email or phone`
              : t`Search by name, email or phone. Leave empty for the card’s member`
          }
          error={fieldMessage(errors, 'member_id')}
        >
          {(controlProps) => (
            <ComboboxInput
              {...controlProps}
              value={right}
              onValueChange={setRight}
              load={async (search) => (await queryClient.fetchQuery(choices(member.key, { search }))).items}
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
function Posted({ lines, close }: { lines: readonly PostedLine[]; close: () => void }) {
  const { t } = useLingui();
  // The dialog is already open, and the element that had the focus has been removed.
  const closeButton = useRef<HTMLButtonElement>(null);
  useFocusOnMount(closeButton);
  const rejected = lines.filter(({ error }) => error !== null);
  const posted = lines.length - rejected.length;
  return (
    <DialogFrame
      title={rejected.length === 0 ? t`All posted` : t`Some are still on hold`}
      footer={
        <Button ref={closeButton} variant="primary" onClick={close}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div role="status" className="flex flex-col gap-3">
        <p className="tabular">
          <Plural value={posted} one="# bill posted as a visit." other="# bills posted as visits." />
        </p>
        {rejected.length > 0 && (
          <ul className="flex max-h-[40dvh] flex-col gap-2 overflow-y-auto">
            {rejected.map(({ id, reference_no, error }) => (
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
function errorText(error: PostedLine['error']): string {
  const fields = Object.keys(error?.errors ?? {});
  const errorTexts = fields.flatMap((field) => {
    const label = visit.fields[field as keyof typeof visit.fields]?.label; // other names have none
    const problem = fieldMessage(error?.errors ?? {}, field) ?? '';
    return label ? [`${label[currentLanguage()]}: ${problem}`] : [problem];
  });
  return errorTexts.join(' ') || (error?.message ?? '');
}
