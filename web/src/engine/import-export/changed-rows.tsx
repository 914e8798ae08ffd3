import type { ImportChange, ImportCheck, ResourceDefinition } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeList } from '../data/cells.tsx';
import { DownloadCheckFile } from './download-check-file.tsx';
import type { ImportRequest } from './import-calls.ts';

/** Rows shown at first and added by "Show more". */
const BATCH_SIZE = 50;

interface ChangedRowsProps {
  definition: ResourceDefinition;
  importRequest: ImportRequest;
  check: ImportCheck;
}

/** What the rows change of existing records: the values before and after. */
export function ChangedRows({ definition, importRequest, check }: ChangedRowsProps) {
  const { t } = useLingui();
  const [visibleCount, setVisibleCount] = useState(BATCH_SIZE);
  const { changes, updated, other_persons } = check;
  const [shownCount, updatedCount, otherCount] = [changes.length, updated, other_persons].map((n) => formatNumber(n));
  return (
    <section aria-label={t`Changes`} className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="font-semibold">
          <Trans>Changes</Trans>
        </h3>
        <DownloadCheckFile definition={definition} importRequest={importRequest} content="changes" />
      </div>
      {other_persons > 0 && (
        <p
          role="status"
          className="mt-2 flex items-start gap-2.5 rounded-md bg-warning-soft px-3 py-2 text-warning-text"
        >
          <TriangleAlert size={17} className="mt-0.5 shrink-0" />
          {plural(other_persons, {
            one: `${otherCount} row gives a record another name or email address. Check that it is the same record.`,
            other: `${otherCount} rows give records another name or email address. Check that these are the same records.`,
          })}
        </p>
      )}
      <ul className="mt-3 divide-y divide-border border-y border-border">
        {changes.slice(0, visibleCount).map((change) => (
          <ChangedRow key={change.row} change={change} />
        ))}
      </ul>
      {visibleCount < changes.length ? (
        <div className="mt-3 flex justify-center">
          <Button onClick={() => setVisibleCount(visibleCount + BATCH_SIZE)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      ) : (
        changes.length < updated && (
          <p className="mt-3 text-sm text-muted">
            <Trans>
              First {shownCount} of {updatedCount} changed records. Download the file to see all.
            </Trans>
          </p>
        )
      )}
    </section>
  );
}

function ChangedRow({ change: { row, id, name, changes, is_other_person } }: { change: ImportChange }) {
  return (
    <li className="grid gap-x-4 gap-y-0.5 py-2.5 @2xl:grid-cols-[5rem_minmax(0,14rem)_minmax(0,1fr)]">
      <span className="text-sm text-muted tabular @2xl:pt-0.5">
        <Trans>Row {row}</Trans>
      </span>
      <span className="flex min-w-0 items-start gap-1.5 font-medium">
        {is_other_person && <TriangleAlert size={15} className="mt-1 shrink-0 text-warning-text" />}
        <span className="min-w-0 break-words">
          {name} <span className="text-sm font-normal text-muted tabular">#{id}</span>
        </span>
      </span>
      <span className="min-w-0 break-words">
        <ChangeList changes={changes} />
      </span>
    </li>
  );
}
