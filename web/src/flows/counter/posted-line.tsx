import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { getResource, permission } from '@innkeeper/contract';
import { queryKeys } from '../../resource/data/query-keys.ts';
import { can } from '../../session/user.ts';
import { readStanding } from './counter-calls.ts';
import type { Posted } from './visit-page.tsx';
import { Money } from '../../ui/money.tsx';

/** What was just posted, and where the guest stands by it now: worth a word before they leave. */
export function PostedLine({ posted: { record, guest } }: { posted: Posted }) {
  const number = String(record['visit_no']);
  const name = guest.member.name;
  const amount = <Money amount={String(record['grand_total'])} currency={String(record['currency'])} />;
  return (
    <div
      role="status"
      className="mt-4 flex items-start gap-3 rounded-lg border border-border bg-success-soft px-4 py-3 text-success-text"
    >
      <Check size={20} aria-hidden="true" className="mt-px shrink-0" />
      <p className="min-w-0">
        <span className="font-medium">
          <Trans>
            {amount} posted for {name} ({number}).
          </Trans>
        </span>{' '}
        {!guest.member.is_elsewhere && can(permission('VIEW', getResource('member').permission)) && (
          <Progress memberId={guest.member.id} visitId={record.id} />
        )}
      </p>
    </div>
  );
}

function Progress({ memberId, visitId }: { memberId: number; visitId: number }) {
  const { data } = useQuery({
    queryKey: [...queryKeys.of('member'), 'standing', memberId, 'after', visitId],
    queryFn: () => readStanding(memberId),
    retry: false,
  });
  if (!data) return null;
  const { visits, maintain, upgrade } = data;
  const reached = visits.total;
  if (upgrade?.to && upgrade.missing > 0) {
    const { required } = upgrade;
    const level = upgrade.to.name;
    return (
      <Trans>
        {reached} of {required} visits to {level}.
      </Trans>
    );
  }
  if (maintain && maintain.missing > 0) {
    const { required } = maintain;
    return (
      <Trans>
        {reached} of {required} visits to keep the membership.
      </Trans>
    );
  }
  return <Plural value={reached} one="# visit counted." other="# visits counted." />;
}
