import { permission } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { pastImportsQuery } from './import-calls.ts';
import type { StepProps } from './step-props.ts';
import { importedRecordsSearch } from './imported-link.ts';
import { undoWithConfirmation } from './undo-import.tsx';

/** The result of the import, with links to the records, the next file, and undo. */
export function DoneStep({ handle, state: { done } }: StepProps) {
  const { t } = useLingui();
  const label = useLabel();
  const { definition } = handle;
  const { data: pastImports } = useQuery(pastImportsQuery(definition));
  const [isUndoing, setIsUndoing] = useState(false);
  if (!done) return null;
  const entry = pastImports?.find(({ id }) => id === done.id);
  const isUndone = Boolean(entry?.undone_at);
  const importedCount = done.created + done.updated;
  const count = formatNumber(importedCount);
  const noun = label(importedCount === 1 ? definition.label : definition.labels).toLocaleLowerCase();
  const [createdCount, changedCount] = [formatNumber(done.created), formatNumber(done.updated)];
  const rejectedCount = formatNumber(done.rejected);
  const undo = async () => {
    if (entry) await undoWithConfirmation(entry, () => setIsUndoing(true));
    setIsUndoing(false);
  };
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-12 text-center">
      <span
        aria-hidden="true"
        className={`mb-3 flex size-12 items-center justify-center rounded-full ${isUndone ? 'bg-hover text-muted' : 'bg-success-soft text-success-text'}`}
      >
        {isUndone ? <Undo2 size={22} /> : <Check size={24} />}
      </span>
      <h2 data-step-heading tabIndex={-1} className="text-lg font-semibold outline-none">
        {isUndone ? t`Import undone` : t`${count} ${noun} imported`}
      </h2>
      <p className="text-muted tabular">
        <Trans>
          {createdCount} new, {changedCount} changed
        </Trans>
      </p>
      {done.rejected > 0 && (
        <p className="text-muted tabular">
          {plural(done.rejected, {
            one: `${rejectedCount} rejected row was left out and saved as a file with the reason.`,
            other: `${rejectedCount} rejected rows were left out and saved as a file with the reasons.`,
          })}
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-2 max-sm:w-full max-sm:flex-col">
        {!isUndone && entry && can(permission('VIEW', definition.permission)) && (
          <Link
            to={definition.path}
            search={importedRecordsSearch(definition, entry)}
            className={buttonClass('primary')}
          >
            <Trans>Show in the list</Trans>
          </Link>
        )}
        <Button onClick={handle.startOver}>
          <Trans>Import another file</Trans>
        </Button>
        {entry?.can_undo && (
          <Button
            className="text-danger-text!"
            pending={isUndoing}
            icon={<Undo2 size={16} />}
            onClick={() => void undo()}
          >
            <Trans>Undo entire import</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
