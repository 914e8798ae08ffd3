import { type CallListKey, callOwnerBody } from '@innkeeper/contract';
import type { CallListRow } from '@innkeeper/contract/calls';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../engine/data/call-query.ts';
import { tryWrite } from '../../engine/data/mutations.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { requestData } from '../../session/request.ts';
import { currentUser } from '../../session/user.ts';
import { Field } from '../../ui/field.tsx';
import { SelectInput } from '../../ui/select.tsx';

/** Who takes the call: the user, a colleague of the member's hotel, or nobody. Saved as soon as it is chosen. */
export function OwnerSelect({ list, row }: { list: CallListKey; row: CallListRow }) {
  const { t } = useLingui();
  const label = useLabel();
  const [owner, setOwner] = useState(row.owner);
  const request = { path: { key: list }, query: { hotel_id: row.hotel.id } };
  const { data: candidates = [] } = useQuery(callQuery('GET /api/work_list/{key}/owner', request));
  const userId = currentUser()?.id;
  // The present owner may work elsewhere by now.
  const owners = owner && !candidates.some(({ id }) => id === owner.id) ? [owner, ...candidates] : candidates;
  const assign = async (id: number | null) => {
    const before = owner;
    setOwner(owners.find((candidate) => candidate.id === id) ?? null);
    const body = { member_id: row.member.id, user_id: id };
    const assigned = await tryWrite(() =>
      requestData(
        'POST /api/work_list/{key}/owner',
        { path: { key: list }, body },
        { idempotencyKey: crypto.randomUUID() },
      ),
    );
    setOwner(assigned ? assigned.owner : before);
  };
  return (
    <Field label={label(callOwnerBody.fields.user_id.label)}>
      {(controlProps) => (
        <SelectInput
          {...controlProps}
          value={owner === null ? null : String(owner.id)}
          onValueChange={(id) => void assign(id === null ? null : Number(id))}
          emptyLabel={t`Nobody`}
          placeholder={t`Nobody`}
          options={owners.map(({ id, name }) => ({ value: String(id), label: id === userId ? t`Me (${name})` : name }))}
        />
      )}
    </Field>
  );
}
