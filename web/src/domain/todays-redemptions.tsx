import { getResource, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { formatDateTime } from '../format/date.ts';
import { useLabel } from '../i18n/use-label.ts';
import { readPage } from '../engine/data/envelope.ts';
import { queryKeys } from '../engine/data/query-keys.ts';
import { type ResourceRecord, nestedAt, valueAt } from '../engine/data/record.ts';
import { canRevert } from '../engine/data/revert.ts';
import { callApi } from '../engine/data/transport.ts';
import { can, useUser } from '../session/user.ts';
import { resourcePath } from '../engine/data/resource-path.ts';
import { Button } from '../ui/button.tsx';
import { useLostFocus } from '../ui/use-lost-focus.ts';
import { DeskList, LoadingDeskList } from './desk-list.tsx';
import { voidRedemptions } from './void-redemptions.ts';

const MAX_REDEMPTIONS = 10;

/** Today's redemptions at a hotel, or by this user if no hotel is given, to review or void. */
export function TodaysRedemptions({ hotelId }: { hotelId: number | null }) {
  const user = useUser();
  const definition = getResource('voucher_redeem');
  const ownerFilter: readonly [string, string] =
    hotelId === null ? ['created_by_id', String(user?.id ?? 0)] : ['redeem_hotel_id', String(hotelId)];
  const { data, isLoading } = useQuery({
    queryKey: [...queryKeys.of('voucher_redeem'), 'today', ...ownerFilter],
    queryFn: async ({ signal }) =>
      readPage(
        definition,
        await callApi('voucher_redeem', {
          query: [
            ownerFilter,
            ['filter[created_at][preset]', 'today'],
            ['sort', '-id'],
            ['per_page', String(MAX_REDEMPTIONS)],
          ],
          signal,
        }),
      ),
    enabled: can(permission('VIEW', definition.permission)),
  });
  const list = useRef<HTMLElement>(null);
  const [voidedIndex, setVoidedIndex] = useState<number | null>(null);
  // A voided redemption leaves the list with its button.
  useLostFocus(data?.rows.map(({ id }) => id).join(), voidedIndex !== null, () =>
    focusNextUndo(list.current, voidedIndex ?? 0),
  );
  if (isLoading) return <LoadingDeskList />;
  if (!data || data.rows.length === 0) return null;
  return (
    <DeskList
      ref={list}
      title={hotelId === null ? <Trans>Redeemed by you today</Trans> : <Trans>Redeemed here today</Trans>}
    >
      {data.rows.map((record, index) => (
        <RedemptionLine key={record.id} record={record} onVoid={() => setVoidedIndex(index)} />
      ))}
    </DeskList>
  );
}

/** Focuses the next button from a row on, otherwise the heading, or without a list the search box of the page. */
function focusNextUndo(list: HTMLElement | null, index: number): void {
  const rows = [...(list?.querySelectorAll('li') ?? [])].slice(index);
  const button = rows.map((row) => row.querySelector('button')).find((element) => element !== null);
  const target = button ?? list?.querySelector('h2') ?? document.querySelector<HTMLElement>('main [type=search]');
  target?.focus();
}

interface RedemptionLineProps {
  readonly record: ResourceRecord;
  /** Called before the user is asked for the reason. */
  readonly onVoid: () => void;
}

function RedemptionLine({ record, onVoid }: RedemptionLineProps) {
  const { t } = useLingui();
  const label = useLabel();
  const textOf = (column: string) => {
    const value = valueAt(record, column);
    return typeof value === 'string' ? value : '';
  };
  const number = textOf('redeem_no');
  const canVoid = canRevert(getResource('voucher_redeem'), record);
  return (
    <li className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <Link
          to={resourcePath('voucher_redeem', record.id)}
          className="block font-medium break-words after:absolute after:inset-0"
        >
          {label({ en: textOf('member_voucher.voucher.name'), id: textOf('member_voucher.voucher.name_id') })}
        </Link>
        <p className="text-sm break-words text-muted tabular">
          {[
            nestedAt(record, 'member')?.name,
            formatDateTime(textOf('redeem_date'), textOf('time_zone')),
            textOf('staff_name'),
            number,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {canVoid && (
        <Button
          size="small"
          variant="ghost"
          aria-label={t`Undo ${number}`}
          className="relative text-danger-text!"
          onClick={() => {
            onVoid();
            void voidRedemptions([record]);
          }}
        >
          <Trans>Undo</Trans>
        </Button>
      )}
    </li>
  );
}
