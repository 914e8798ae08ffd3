import { moveBody, postingCorrectionBody, resources } from '@innkeeper/contract';
import type { HeldPostingResult } from '@innkeeper/contract/calls';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type BulkTarget, refreshResources } from '../../engine/data/mutations.ts';
import { type ResourceRecord, displayName, hotelZoneOf, nestedAt } from '../../engine/data/record.ts';
import { CallDialog } from '../../engine/form/call-dialog.tsx';
import { openGuardedDialog } from '../../engine/form/guarded-dialog.tsx';
import type { FieldInputProps } from '../../engine/form/inputs/field-input.ts';
import { FieldInput } from '../../engine/form/inputs/inputs.tsx';
import { NamedMember } from '../../domain/named-member.tsx';
import { formatNumber } from '../../format/number.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { ApiError } from '../../session/api-error.ts';
import { fieldMessage } from '../../session/form-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { showMessage } from '../../ui/message-store.ts';
import { ResultDialog } from '../../ui/result-dialog.tsx';

const { held_posting, visit } = resources;
const OPTIONS = { width: '32rem' } as const;
const CALL = 'POST /api/held_posting/post';
/** A bill with an unknown card needs the member. */
const WITH_MEMBER = { fields: { ...postingCorrectionBody.fields, member_id: moveBody.fields.member_id } };
const MEMBER_INPUT = {
  member_id: (props: FieldInputProps) => <FieldInput {...props} placeholder={t`Search members`} />,
};

/** Prompts for corrections of a posting on hold and posts it as a visit. */
export const openPostDialog = (record: ResourceRecord): Promise<boolean | undefined> =>
  openGuardedDialog<boolean>((onClose) => <PostDialog record={record} onClose={onClose} />, OPTIONS);

/** Posts several, with the same corrections. Resolves to whether they were sent; the results have been shown. */
export const openBulkPostDialog = async (target: BulkTarget, count: number): Promise<boolean> =>
  (await openGuardedDialog<boolean>(
    (onClose) => <BulkPostDialog target={target} count={count} onClose={onClose} />,
    OPTIONS,
  )) === true;

interface CloseProps {
  readonly onClose: (isDone?: boolean) => void;
}

function PostDialog({ record, onClose }: CloseProps & { readonly record: ResourceRecord }) {
  const { t: translate } = useLingui();
  const name = displayName(held_posting, record);
  const recordedMember = nestedAt(record, 'member');
  return (
    <CallDialog
      call={CALL}
      fixed={{ ids: [record.id] }}
      title={translate`Post bill ${name}`}
      description={translate`The bill is posted as received, with your corrections.`}
      submitLabel={<Trans>Post</Trans>}
      fields={record['reason'] === 'unknown_card' ? WITH_MEMBER : postingCorrectionBody}
      inputs={{
        ...MEMBER_INPUT,
        visit_date: (props) => <FieldInput {...props} hotelZone={hotelZoneOf(record)} />,
      }}
      // The rejection of a single bill is shown in the form, where it can be corrected.
      onSent={({ data: [result] }) => {
        if (result?.error) {
          void refreshResources(queryClient);
          throw new ApiError(422, result.error.error, result.error.message, result.error);
        }
        const number = result?.visit?.visit_no ?? '';
        showMessage({ message: t`Bill ${name} was posted as ${number}.`, variant: 'success' });
      }}
      onClose={onClose}
    >
      {recordedMember && <NamedMember label={<Trans>As received</Trans>} member={recordedMember} />}
    </CallDialog>
  );
}

function BulkPostDialog({
  target,
  count,
  onClose,
}: CloseProps & { readonly target: BulkTarget; readonly count: number }) {
  const { t: translate } = useLingui();
  const countText = formatNumber(count);
  return (
    <CallDialog
      call={CALL}
      fixed={{ ...target }}
      title={plural(count, { one: `Post ${countText} bill on hold`, other: `Post ${countText} bills on hold` })}
      description={translate`Each bill is posted as received, with your corrections. Rejected bills stay on hold.`}
      submitLabel={<Trans>Post</Trans>}
      fields={postingCorrectionBody}
      inputs={MEMBER_INPUT}
      result={({ data }) => <PostResults results={data} onClose={() => onClose(true)} />}
      onClose={onClose}
    />
  );
}

/** The results of many: the number of visits posted, and the reasons for the rejected ones. */
function PostResults({ results, onClose }: { results: readonly HeldPostingResult[]; onClose: () => void }) {
  const { t } = useLingui();
  const rejectedResults = results.filter(({ error }) => error !== null);
  const postedCount = results.length - rejectedResults.length;
  return (
    <ResultDialog title={rejectedResults.length === 0 ? t`All posted` : t`Some are still on hold`} onClose={onClose}>
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
    </ResultDialog>
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
