import type { Duplicate } from '@innkeeper/contract/calls';
import { getResource, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import UserRoundSearch from 'lucide-react/icons/user-round-search';
import { use } from 'react';
import type { FieldNoticeProps } from '../../engine/form/extensions.ts';
import { recordPath } from '../../engine/form/record-path.ts';
import { restoreWithMessage } from '../../engine/list/record-actions.tsx';
import { recordQuery } from '../../engine/data/queries.ts';
import { queryClient } from '../../session/query-client.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { DuplicateChoice } from '../../domain/duplicate-choice.ts';
import { DuplicateLine, OpenDuplicate } from '../../domain/duplicate-line.tsx';
import { duplicatesQuery, isIdentifying } from '../../domain/duplicates-query.ts';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';

const member = getResource('member');
/** Maximum number of duplicates below one field; more would push the form out of view. */
const MAX_DUPLICATES = 3;

/** Warns below an email, phone or identity number that another member has the same, with a link to that member. */
export function MemberDuplicates({ name, value, record }: FieldNoticeProps) {
  const inputText = useDebouncedValue(typeof value === 'string' ? value.trim() : '');
  const isOwnValue = record !== undefined && inputText === record[name];
  const { data = [] } = useQuery({
    ...duplicatesQuery(name, inputText),
    enabled: isIdentifying(name, inputText) && !isOwnValue,
  });
  const duplicates =
    isIdentifying(name, inputText) && !isOwnValue ? data.filter((duplicate) => duplicate.id !== record?.id) : [];
  return (
    // Rendered from the start as a live region, so a match is announced.
    <div role="status" className="empty:hidden">
      {duplicates.length > 0 && (
        <div className="mt-0.5 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
          <p className="flex items-center gap-1.5 font-medium">
            <UserRoundSearch size={15} className="shrink-0" />
            <DuplicateReason name={name} count={duplicates.length} />
          </p>
          <ul className="mt-1 flex flex-col gap-1">
            {duplicates.slice(0, MAX_DUPLICATES).map((duplicate) => (
              <DuplicateLine key={duplicate.id} duplicate={duplicate}>
                <DuplicateActions duplicate={duplicate} />
              </DuplicateLine>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function DuplicateReason({ name, count }: { name: string; count: number }) {
  const { t } = useLingui();
  if (name === 'email') return count === 1 ? t`Another member has this email.` : t`Other members have this email.`;
  if (name === 'phone_no')
    return count === 1 ? t`Another member has this phone number.` : t`Other members have this phone number.`;
  return count === 1 ? t`Another member has this identity number.` : t`Other members have this identity number.`;
}

function DuplicateActions({ duplicate }: { duplicate: Duplicate }) {
  const navigate = useNavigate();
  const choice = use(DuplicateChoice);
  const restore = async () => {
    const record = await queryClient.fetchQuery(recordQuery(member, duplicate.id));
    if (!(await restoreWithMessage(member, record))) return;
    if (choice) choice.onChoose(duplicate);
    else await navigate({ to: recordPath(member, duplicate.id) });
  };
  if (duplicate.deleted_at !== null && can(permission('DELETE', member.permission)))
    return (
      <Button size="small" onClick={() => void restore()}>
        {choice ? <Trans>Restore</Trans> : <Trans>Restore and open</Trans>}
      </Button>
    );
  if (!choice || duplicate.deleted_at !== null) return <OpenDuplicate duplicate={duplicate} />;
  return (
    <Button size="small" aria-label={`${choice.label}: ${duplicate.name}`} onClick={() => choice.onChoose(duplicate)}>
      {choice.label}
    </Button>
  );
}
