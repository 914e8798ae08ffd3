import { type MergeSide, mergeFields, resources } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useState } from 'react';
import { refreshResources } from '../../../engine/data/mutations.ts';
import { recordQuery } from '../../../engine/data/queries.ts';
import { type ResourceRecord, displayName } from '../../../engine/data/record.ts';
import { useIdempotencyKey } from '../../../engine/data/idempotent-send.ts';
import { recordPath } from '../../../engine/form/record-path.ts';
import { type ApiError, isApiError } from '../../../session/api-error.ts';
import { announceFormError } from '../../../session/form-error.ts';
import { Page } from '../../../ui/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type MergeSides, suggestedSides, mergeMembers, mergePreviewQuery } from './merge-calls.ts';
import { MergeChoice } from './merge-choice.tsx';
import { MergeDone } from './merge-done.tsx';
import { MergeFields } from './merge-fields.tsx';
import { MergePeople } from './merge-people.tsx';
import { MovedCounts, hasNothingToMove } from './moved-counts.tsx';

const { member } = resources;

/**
 * Merges two members that are one person: choose the other member, the values to keep and the records to move; then
 * show the result with an undo.
 */
export function MergePage() {
  const { t } = useLingui();
  const { id: idParam = '' }: { id?: string } = useParams({ strict: false });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [completedMerge, setCompletedMerge] = useState<MergeEntry | null>(null);
  const retainedId = Number(idParam);
  const otherId = Number.isSafeInteger(search['with']) ? Number(search['with']) : null;
  const retained = useQuery({
    ...recordQuery(member, retainedId),
    enabled: Number.isSafeInteger(retainedId) && !completedMerge,
  });
  const absorbed = useQuery({ ...recordQuery(member, otherId ?? 0), enabled: otherId !== null && !completedMerge });
  const openMerge = (id: number, withId: number | null) =>
    void navigate({
      to: '/company/member/$id/merge',
      params: { id: String(id) },
      search: withId === null ? {} : { with: withId },
      replace: true,
    });

  const loadError = retained.error ?? (otherId === null ? null : absorbed.error);
  const backLabel = retained.data ? displayName(member, retained.data) : null;
  return (
    <Page title={t`Merge two members`} boxed>
      {backLabel !== null && !completedMerge && (
        <Link
          to={recordPath(member, retainedId)}
          className="-mt-2 mb-3 -ml-1 inline-flex min-h-7 items-center gap-1.5 self-start rounded-md px-1 text-sm text-muted hover:text-text hover:underline pointer-coarse:min-h-(--control)"
        >
          <ArrowLeft size={15} />
          {backLabel}
        </Link>
      )}
      {completedMerge ? (
        <MergeDone merge={completedMerge} onUndone={() => setCompletedMerge(null)} />
      ) : loadError ? (
        <ErrorState
          message={loadError.message}
          onRetry={() => void Promise.all([retained.refetch(), absorbed.refetch()])}
        />
      ) : !retained.data || (otherId !== null && !absorbed.data) ? (
        <Skeleton className="h-72 w-full" />
      ) : absorbed.data && otherId !== null ? (
        <MergeForm
          key={`${retainedId} ${otherId}`}
          retained={retained.data}
          absorbed={absorbed.data}
          onSwap={() => openMerge(otherId, retainedId)}
          onChooseOther={() => openMerge(retainedId, null)}
          onMerged={setCompletedMerge}
        />
      ) : (
        <MergeChoice record={retained.data} onChoose={(id) => openMerge(retainedId, id)} />
      )}
    </Page>
  );
}

interface MergeFormProps {
  readonly retained: ResourceRecord;
  readonly absorbed: ResourceRecord;
  readonly onSwap: () => void;
  readonly onChooseOther: () => void;
  readonly onMerged: (merge: MergeEntry) => void;
}

function MergeForm({ retained, absorbed, onSwap, onChooseOther, onMerged }: MergeFormProps) {
  const client = useQueryClient();
  const [sides, setSides] = useState<MergeSides>(() => suggestedSides(retained, absorbed));
  const [errors, setErrors] = useState<ApiError['errors']>({});
  const [isMerging, setMerging] = useState(false);
  const preview = useQuery(mergePreviewQuery(retained.id, absorbed.id));
  const getIdempotencyKey = useIdempotencyKey();
  const chooseSide = (name: string, side: MergeSide) => {
    setSides({ ...sides, [name]: side });
    setErrors({});
  };
  const submitMerge = async () => {
    setMerging(true);
    try {
      const completedMerge = await mergeMembers(
        retained.id,
        { member_id: absorbed.id, fields: sides },
        getIdempotencyKey(sides),
      );
      onMerged(completedMerge);
      await refreshResources(client);
    } catch (error) {
      setMerging(false);
      if (!isApiError(error)) throw error;
      setErrors(error.errors);
      announceFormError(error, Object.keys(mergeFields));
    }
  };
  const name = displayName(member, retained);
  return (
    <div className="flex flex-col gap-5">
      <section className="rounded-lg border border-border bg-surface">
        <MergePeople retained={retained} absorbed={absorbed} onSwap={onSwap} />
        <MergeFields retained={retained} absorbed={absorbed} sides={sides} errors={errors} onSideChange={chooseSide} />
      </section>
      <MergePreview preview={preview.data} error={preview.error} name={name} absorbed={absorbed} />
      <div className="flex flex-wrap items-center gap-2 max-sm:flex-col max-sm:items-stretch">
        <Button variant="primary" pending={isMerging} disabled={!preview.data} onClick={() => void submitMerge()}>
          <Trans>Merge into {name}</Trans>
        </Button>
        <Button variant="ghost" onClick={onChooseOther}>
          <Trans>Choose another member</Trans>
        </Button>
      </div>
    </div>
  );
}

interface MergePreviewProps {
  readonly preview: MergeEntry | undefined;
  readonly error: Error | null;
  readonly name: string;
  readonly absorbed: ResourceRecord;
}

/** Previews the effect of a merge in numbers and text. */
function MergePreview({ preview, error, name, absorbed }: MergePreviewProps) {
  const absorbedName = displayName(member, absorbed);
  const absorbedId = absorbed.id;
  if (error)
    return (
      <PreviewSection>
        <p role="alert" className="text-danger-text">
          {error.message}
        </p>
      </PreviewSection>
    );
  return (
    <PreviewSection>
      {!preview && <Skeleton className="h-12 w-80 max-w-full" />}
      {preview && hasNothingToMove(preview) && (
        <p className="text-muted">
          <Trans>{absorbedName} has no cards, vouchers, sales or visits to move.</Trans>
        </p>
      )}
      {preview && !hasNothingToMove(preview) && <MovedCounts moved={preview.moved} />}
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>
          <Trans>All of this moves to {name}. Card and voucher numbers do not change.</Trans>
        </li>
        <li>
          <Trans>
            {absorbedName} (#{absorbedId}) will be deleted and linked to the member you keep.
          </Trans>
        </li>
        <li>
          <Trans>You can undo the merge for 30 days.</Trans>
        </li>
      </ul>
    </PreviewSection>
  );
}

const PreviewSection = ({ children }: { children: ReactNode }) => (
  <section className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-4">
    <h2 className="font-semibold">
      <Trans>Records to move</Trans>
    </h2>
    {children}
  </section>
);
