import type { ArchivedMonth } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { formatSize } from '../../engine/import-export/file-size.ts';
import { longMonth } from '../../format/month.ts';
import { formatNumber } from '../../format/number.ts';
import { requestData } from '../../session/request.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FRAME_CLASS, Table } from '../../ui/table.tsx';

/** The months of the audit log that are in files only, each to download. Nothing if there are none. */
export function ArchivedMonths() {
  const { t } = useLingui();
  const { data: months = [] } = useQuery({
    queryKey: ['audit', 'archive'],
    queryFn: ({ signal }) => requestData('GET /api/audit/archive', {}, { signal }),
    // The addresses of the files are valid for an hour.
    staleTime: 0,
    retry: false,
  });
  if (months.length === 0) return null;
  return (
    <section className="mt-8 flex flex-col gap-3">
      <h2 className="text-lg font-medium">
        <Trans>Audit log archive</Trans>
      </h2>
      <p className="max-w-3xl text-sm text-muted">
        <Trans>
          Entries of these months (UTC) are no longer in the audit log or in the histories of records. Each file has one
          line of JSON per entry.
        </Trans>
      </p>
      <Table
        label={t`Archived months of the audit log`}
        className={`${FRAME_CLASS} @max-lg:[--cell-x:0.5rem]`}
        rows={months}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'month',
            heading: t`Month`,
            className: 'whitespace-nowrap',
            cell: (month) => <MonthName month={month} />,
          },
          { key: 'lines', heading: t`Entries`, isNumber: true, cell: ({ lines }) => formatNumber(lines) },
          { key: 'bytes', heading: t`Size`, isNumber: true, cell: ({ bytes }) => formatSize(bytes) },
          {
            key: 'file',
            heading: <span className="@max-lg:sr-only">{t`File`}</span>,
            cell: (month) => <DownloadLink month={month} />,
          },
        ]}
      />
    </section>
  );
}

/** The last month with entries, from the first moment after it. */
const lastMonth = (endsAt: string): string =>
  new Date(Date.parse(`${endsAt.replace(' ', 'T')}Z`) - 1000).toISOString().slice(0, 7);

function MonthName({ month: { starts_at, ends_at } }: { month: ArchivedMonth }) {
  const end = longMonth(lastMonth(ends_at));
  if (starts_at === null) return <Trans>Until {end}</Trans>;
  const start = longMonth(starts_at.slice(0, 7));
  return start === end ? start : `${start} – ${end}`;
}

function DownloadLink({ month }: { month: ArchivedMonth }) {
  const { t } = useLingui();
  const { file, address } = month;
  return (
    <a href={address} download className={buttonClass('secondary', 'small')} aria-label={t`Download ${file}`}>
      <Download size={15} />
      <span className="@max-lg:sr-only">
        <Trans>Download</Trans>
      </span>
    </a>
  );
}
