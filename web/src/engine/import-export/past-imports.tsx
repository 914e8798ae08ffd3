import { type ImportResult, type ImportEntry, type ResourceDefinition, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { can } from '../../session/user.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { pastImportsQuery } from './import-calls.ts';
import { importedRecordsSearch } from './imported-link.ts';
import { undoWithConfirmation } from './undo-import.tsx';

interface PastImportsProps {
  definition: ResourceDefinition;
  /** The import that is shown above the list. */
  latest: ImportResult | null;
}

/** The past imports into this list: by whom, when, how many records; with Undo. */
export function PastImports({ definition, latest }: PastImportsProps) {
  const { data, error, refetch } = useQuery(pastImportsQuery(definition));
  const earlierImports = data?.filter(({ id }) => id !== latest?.id);
  if (earlierImports?.length === 0) return null;
  return (
    <section aria-labelledby="past-imports" className="mt-8">
      <h2 id="past-imports" className="mb-2 text-lg font-semibold">
        <Trans>Earlier imports</Trans>
      </h2>
      {earlierImports ? (
        <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
          {earlierImports.map((entry) => (
            <PastImport key={entry.id} definition={definition} entry={entry} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-24 w-full rounded-lg" />
      )}
    </section>
  );
}

function PastImport({ definition, entry }: { definition: ResourceDefinition; entry: ImportEntry }) {
  const { t } = useLingui();
  const [isUndoing, setIsUndoing] = useState(false);
  const { file_name: name, by, at, created, updated, undone_at } = entry;
  const [createdCount, changedCount] = [formatNumber(created), formatNumber(updated)];
  const importedAt = formatDateTime(at);
  const undoneAt = formatDateTime(undone_at);
  const undo = async () => {
    await undoWithConfirmation(entry, () => setIsUndoing(true));
    setIsUndoing(false);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {undone_at && (
            <Badge>
              <Trans>Undone {undoneAt}</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted tabular">
          {importedAt} · {by.name}
        </p>
      </div>
      <p className="text-sm text-muted tabular">
        <Trans>
          {createdCount} new, {changedCount} changed
        </Trans>
      </p>
      {!undone_at && (
        <div className="flex items-center gap-2">
          {can(permission('VIEW', definition.permission)) && (
            <Link
              to={definition.path}
              search={importedRecordsSearch(definition, entry)}
              aria-label={t`Show records imported from ${name}`}
              className="inline-flex h-(--control-small) items-center rounded-md px-2.5 text-sm font-medium text-accent-text hover:bg-hover pointer-coarse:h-(--control)"
            >
              <Trans>Show</Trans>
            </Link>
          )}
          {entry.can_undo && (
            <Button
              size="small"
              pending={isUndoing}
              icon={<Undo2 size={15} />}
              aria-label={t`Undo the import of ${name}`}
              onClick={() => void undo()}
            >
              <Trans>Undo</Trans>
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
