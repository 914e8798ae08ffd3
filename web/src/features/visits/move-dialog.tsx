import { moveBody } from '@innkeeper/contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { refreshResources } from '../../engine/data/mutations.ts';
import { type ResourceRecord, nestedAt } from '../../engine/data/record.ts';
import { sendForm } from '../../engine/form/call-dialog.tsx';
import { FieldsDialog } from '../../engine/form/fields-dialog.tsx';
import { openGuardedDialog } from '../../engine/form/guarded-dialog.tsx';
import { FieldInput } from '../../engine/form/inputs/inputs.tsx';
import { NamedMember } from '../../domain/named-member.tsx';
import { queryClient } from '../../session/query-client.ts';
import { ResultDialog } from '../../ui/result-dialog.tsx';
import { type StandingChange, compareStandings } from './standing-change.ts';
import type { Standing } from '@innkeeper/contract/calls';
import { requestData } from '../../session/request.ts';

// The call needs no remark, but staff must give a reason.
const FIELDS = { fields: { ...moveBody.fields, remark: { ...moveBody.fields.remark, required: true } } };

/** Dialog that moves a visit to the correct member: requires a reason, then shows the new status of both members. */
export const openMoveDialog = (record: ResourceRecord): Promise<void> =>
  openGuardedDialog((onClose) => <MoveDialog record={record} onClose={() => onClose()} />, { width: '32rem' });

function MoveDialog({ record, onClose }: { record: ResourceRecord; onClose: () => void }) {
  const { t } = useLingui();
  const [changes, setChanges] = useState<readonly StandingChange[] | null>(null);
  const currentMember = nestedAt(record, 'member');
  const number = String(record['visit_no']);
  if (changes) return <MoveResult changes={changes} number={number} onClose={onClose} />;
  return (
    <FieldsDialog
      title={t`Move visit ${number}`}
      description={t`The bill stays the same. Visits and tiers of both members are recalculated.`}
      submitLabel={<Trans>Move visit</Trans>}
      fields={FIELDS}
      inputs={{
        member_id: (props) => <FieldInput {...props} excludedId={currentMember?.id} placeholder={t`Search members`} />,
      }}
      onSubmit={async (body, key, { member_id: newId }) => {
        const memberIds = [currentMember?.id, newId].filter((id) => typeof id === 'number');
        const standings = await Promise.all(memberIds.map(fetchStanding));
        await sendForm({ call: 'POST /api/visit/{id}/move', path: { id: record.id }, body }, key);
        const newStandings = await Promise.all(memberIds.map(fetchStanding));
        setChanges(standings.flatMap((standing, index) => compareStandings(standing, newStandings[index]) ?? []));
        await refreshResources(queryClient);
      }}
      onClose={onClose}
    >
      {currentMember && <NamedMember label={<Trans>From</Trans>} member={currentMember} />}
    </FieldsDialog>
  );
}

/** The effect of the move on both members, as far as they are in scope. */
function MoveResult({
  changes,
  number,
  onClose,
}: {
  changes: readonly StandingChange[];
  number: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <ResultDialog title={t`Visit ${number} moved`} onClose={onClose}>
      {/* The role is on a wrapper, because the list needs its own role. */}
      <div role="status">
        <ul className="flex flex-col gap-2">
          {changes.map(({ member: name, visits: [, visitCount], level }) => (
            <li key={name} className="rounded-md bg-sunken px-3 py-2">
              <span className="font-medium">{name}</span>
              <span className="block text-muted tabular">
                <Plural value={visitCount} one="# visit now counts" other="# visits now count" />
              </span>
              {level && <TierChange from={level[0]} to={level[1]} />}
            </li>
          ))}
        </ul>
      </div>
    </ResultDialog>
  );
}

const TierChange = ({ from, to }: { from: string; to: string }) => (
  <span className="block font-medium text-warning-text">
    <Trans>
      Tier changed from {from} to {to}.
    </Trans>
  </span>
);

/** The current status of a member; undefined for a member out of scope, who may still receive the visit. */
async function fetchStanding(memberId: number): Promise<Standing | undefined> {
  try {
    return await requestData('GET /api/member/{id}/standing', { path: { id: memberId }, query: {} });
  } catch {
    return undefined;
  }
}
