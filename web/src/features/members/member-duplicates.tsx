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
import { DuplicateChoice } from '../people/duplicate-choice.ts';
import { DuplicateLine, OpenDuplicate } from '../people/duplicate-line.tsx';
import { duplicatesQuery, isIdentifying } from '../people/duplicates-query.ts';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';

const member = getResource('member');
/** Maximum number of duplicates below one field; more would push the form out of view. */
const SHOWN = 3;

/** Warns below an email, phone or identity number that another member has the same, with a link to that member. */
export function MemberDuplicates({ name, value, record }: FieldNoticeProps) {
  const inputText = useDebouncedValue(typeof value === 'string' ? value.trim() : '');
  const isOwn = record !== undefined && inputText === record[name];
  const { data = [] } = useQuery({
    ...duplicatesQuery(name, inputText),
    enabled: isIdentifying(name, inputText) && !isOwn,
  });
  const others = isIdentifying(name, inputText) && !isOwn ? data.filter((found) => found.id !== record?.id) : [];
  return (
    // Rendered from the start as a live region, so a match is announced.
    <div role="status" className="empty:hidden">
      {others.length > 0 && (
        <div className="mt-0.5 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
          <p className="flex items-center gap-1.5 font-medium">
            <UserRoundSearch size={15} aria-hidden="true" className="shrink-0" />
            <Reason name={name} count={others.length} />
          </p>
          <ul className="mt-1 flex flex-col gap-1">
            {others.slice(0, SHOWN).map((found) => (
              <DuplicateLine key={found.id} found={found}>
                <DuplicateActions found={found} />
              </DuplicateLine>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Reason({ name, count }: { name: string; count: number }) {
  const { t } = useLingui();
  if (name === 'email') return count === 1 ? t`Another member has this email.` : t`Other members have this email.`;
  if (name === 'phone_no')
    return count === 1 ? t`Another member has this phone number.` : t`Other members have this phone number.`;
  return count === 1 ? t`Another member has this identity number.` : t`Other members have this identity number.`;
}

function DuplicateActions({ found }: { found: Duplicate }) {
  const navigate = useNavigate();
  const choice = use(DuplicateChoice);
  const restore = async () => {
    const record = await queryClient.fetchQuery(recordQuery(member, found.id));
    if (!(await restoreWithMessage(member, record))) return;
    if (choice) choice.onChoose(found);
    else await navigate({ to: recordPath(member, found.id) });
  };
  if (found.deleted_at !== null && can(permission('DELETE', member.permission)))
    return (
      <Button size="small" onClick={() => void restore()}>
        {choice ? <Trans>Restore</Trans> : <Trans>Restore and open</Trans>}
      </Button>
    );
  if (!choice || found.deleted_at !== null) return <OpenDuplicate found={found} />;
  return (
    <Button size="small" aria-label={`${choice.label}: ${found.name}`} onClick={() => choice.onChoose(found)}>
      {choice.label}
    </Button>
  );
}
