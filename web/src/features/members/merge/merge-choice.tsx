import type { Duplicate } from '@innkeeper/contract/calls';
import { type ChoiceItem, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { choicesQuery } from '../../../engine/data/choices.ts';
import { type ResourceRecord, displayName } from '../../../engine/data/record.ts';
import { useLabel } from '../../../i18n/use-label.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { ComboboxInput } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { IDENTIFYING_FIELDS, duplicatesQuery, isIdentifying } from '../../../domain/duplicates-query.ts';

const { member } = resources;

interface MergeChoiceProps {
  readonly record: ResourceRecord;
  readonly onChoose: (id: number) => void;
}

/**
 * Chooses the other member: those with the same email, phone or identity number come first; anybody can be searched
 * for.
 */
export function MergeChoice({ record, onChoose }: MergeChoiceProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const name = displayName(member, record);
  const { candidates, isPending } = useDuplicateCandidates(record);
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-2xl text-muted">
        <Trans>
          Merges two records of the same person. Cards, vouchers, sales and visits move to the one you keep.
        </Trans>
      </p>
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold">
          <Trans>Likely the same person</Trans>
        </h2>
        {isPending && <Skeleton className="h-16 w-full" />}
        {!isPending && candidates.length === 0 && (
          <p className="text-muted">
            <Trans>No other member shares the email, phone or identity number of {name}.</Trans>
          </p>
        )}
        {candidates.length > 0 && (
          <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
            {candidates.map((candidate) => (
              <DuplicateCandidate key={candidate.id} candidate={candidate} onChoose={() => onChoose(candidate.id)} />
            ))}
          </ul>
        )}
      </section>
      <Field label={t`Another member`} hint={t`Search by name, email or phone`} className="max-w-md">
        {(controlProps) => (
          <ComboboxInput
            {...controlProps}
            value={null}
            onValueChange={(item: ChoiceItem | null) => item && onChoose(item.id)}
            load={async (search) => {
              const { items } = await client.fetchQuery(choicesQuery('member', { search }));
              return items.filter(({ id }) => id !== record.id);
            }}
            placeholder={t`Search members`}
          />
        )}
      </Field>
    </div>
  );
}

function DuplicateCandidate({ candidate, onChoose }: { candidate: Duplicate; onChoose: () => void }) {
  const label = useLabel();
  const { t } = useLingui();
  const { name } = candidate;
  const sharedFields = IDENTIFYING_FIELDS.filter((field) => candidate.matches.includes(field)).map((field) =>
    label(member.fields[field].label).toLocaleLowerCase(),
  );
  const fieldList = sharedFields.join(', ');
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <Avatar name={name} size={36} />
      <span className="min-w-40 flex-1">
        <span className="block font-medium">
          {name} <span className="font-normal text-muted tabular">#{candidate.id}</span>
        </span>
        <span className="block text-sm text-muted">
          <Trans>Same {fieldList}</Trans>
        </span>
      </span>
      <Button onClick={onChoose} aria-label={t`Compare with ${name}`}>
        <Trans>Compare</Trans>
      </Button>
    </li>
  );
}

/** Members who share identifying data with this one, those with the most in common first. */
function useDuplicateCandidates(record: ResourceRecord): { candidates: readonly Duplicate[]; isPending: boolean } {
  const responses = useQueries({
    queries: IDENTIFYING_FIELDS.map((field) => {
      const value = typeof record[field] === 'string' ? record[field].trim() : '';
      return { ...duplicatesQuery(field, value), enabled: isIdentifying(field, value) };
    }),
  });
  const candidateById = new Map<number, Duplicate>();
  for (const { data = [] } of responses) {
    for (const candidate of data) {
      if (candidate.id === record.id || candidate.deleted_at !== null || candidate.is_elsewhere) continue;
      const earlierMatches = candidateById.get(candidate.id)?.matches ?? [];
      candidateById.set(candidate.id, {
        ...candidate,
        matches: [...new Set([...earlierMatches, ...candidate.matches])],
      });
    }
  }
  return {
    candidates: [...candidateById.values()].toSorted((a, b) => b.matches.length - a.matches.length || a.id - b.id),
    isPending: responses.some(({ isLoading }) => isLoading),
  };
}
