import { type CallListKey, MAX_PER_PAGE, resources } from '@innkeeper/contract';
import type { CallListRow } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type CallListQuery, QUIET_DAYS, callListParams, callListQuery } from '../../domain/call-list-calls.ts';
import { FileButtons } from '../../domain/file-buttons.tsx';
import { formatDate, localDay } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { hotelsQuery } from '../../session/reference-data.ts';
import { Button } from '../../ui/button.tsx';
import { createStore, useStore } from '../../ui/store.ts';

/** The members on paper: the whole list, not only the page on screen. Null while nothing is printed. */
export const printedMembers = createStore<readonly CallListRow[] | null>(null);

interface CallListFilesProps {
  readonly list: CallListKey;
  readonly listQuery: CallListQuery;
}

/** The list on paper and as a file. */
export function CallListFiles({ list, listQuery }: CallListFilesProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isPreparing, setPreparing] = useState(false);
  const print = async () => {
    setPreparing(true);
    try {
      const { data } = await client.fetchQuery(callListQuery(list, { ...listQuery, page: 1 }, MAX_PER_PAGE));
      flushSync(() => {
        setPreparing(false);
        printedMembers.set(data);
      });
      window.print();
    } catch {
      // The list shows why it cannot be loaded.
      setPreparing(false);
    } finally {
      printedMembers.set(null);
    }
  };
  const params = Object.entries(callListParams(listQuery)).filter(([, value]) => (value ?? '') !== '');
  return (
    <span className="flex flex-wrap gap-2 print:hidden">
      <Button className="max-sm:hidden" icon={<Printer size={16} />} pending={isPreparing} onClick={() => void print()}>
        <Trans>Print</Trans>
      </Button>
      <FileButtons
        label={t`Call list as a file`}
        path={`/api/work_list/${list}/export`}
        query={Object.fromEntries(params.map(([name, value]) => [name, String(value)]))}
        name={`call-list-${list}`}
      />
    </span>
  );
}

/** On paper: which list it is, of which day and hotel, and which members it omits. */
export function PrintedHeading({ list, listQuery: { hotelId, calls, search, isMine } }: CallListFilesProps) {
  const label = useLabel();
  const { t } = useLingui();
  const rows = useStore(printedMembers);
  const { data: hotels = [] } = useQuery(hotelsQuery);
  const name = resources.member_call.fields.work_list.choices.find(({ value }) => value === list)?.label;
  const details = [
    formatDate(localDay(new Date())),
    hotelId === null ? t`All hotels` : (hotels.find(({ id }) => id === hotelId)?.name ?? ''),
    { open: t`To call`, quiet: t`No call in ${QUIET_DAYS} days`, all: t`All members` }[calls],
    ...(isMine ? [t`My calls`] : []),
    ...(search === '' ? [] : [`“${search}”`]),
  ];
  return (
    <div className="mb-3 hidden print:block">
      <h2 className="text-lg font-semibold">{name && label(name)}</h2>
      <p className="text-sm">
        {details.filter(Boolean).join(' · ')}
        {rows && (
          <>
            {' · '}
            <Plural value={rows.length} one="# member" other="# members" />
          </>
        )}
      </p>
    </div>
  );
}
