import { type ListQuery, type ResourceDefinition, drawnColumns, listParameters, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Upload from 'lucide-react/icons/upload';
import { lazy } from 'react';
import { can } from '../../session/user.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useStore } from '../../ui/store.ts';
import { ExchangeContext, type ExchangeHandle } from './exchange-context.ts';
import { exportRuns, isRunning } from './export-runs.ts';
import { importPath } from './import-path.ts';

const ExchangePanel = lazy(async () => ({ default: (await import('./exchange-panel.tsx')).ExchangePanel }));

interface ExchangeButtonsProps {
  definition: ResourceDefinition;
  /** The query of the list as it is shown now. */
  query: ListQuery;
  /** Further parameters of a report. */
  further?: readonly (readonly [string, string])[];
  /** Those that it shows, in order. */
  columns: readonly string[];
  phone: boolean;
  /** The list is a part of another page: a file is not read into a part of a list. */
  embedded: boolean;
}

/** The list as a file, and files into the list; on a phone both in one menu. */
export function ExchangeButtons({
  definition: d,
  query,
  further = [],
  columns,
  phone,
  embedded,
}: ExchangeButtonsProps) {
  const { t } = useLingui();
  const runs = useStore(exportRuns);
  const isBusy = runs.some((run) => isRunning(run) && run.order.definition === d);
  const mayImport = !embedded && !d.readOnly && can(permission('STORE', d.permission));
  const { search, sort, conditions, deleted } = query;
  const handle: ExchangeHandle = {
    definition: d,
    query: [
      ...listParameters({ search, sort, conditions, deleted }),
      ...further.map(([name, value]): [string, string] => [name, value]),
    ],
    columns: drawnColumns(d, columns),
    offersImport: phone && mayImport,
  };
  const icon = isBusy ? <Spinner /> : <Download size={16} aria-hidden="true" />;
  return (
    <ExchangeContext value={handle}>
      <MenuButton
        panel={ExchangePanel}
        trigger={
          phone ? (
            <IconButton label={t`More`}>{isBusy ? <Spinner /> : <Ellipsis size={16} aria-hidden="true" />}</IconButton>
          ) : (
            <Button variant="ghost" icon={icon}>
              <Trans>Export</Trans>
            </Button>
          )
        }
      />
      {mayImport && !phone && (
        <Link to={importPath(d)} className={buttonClass('ghost')}>
          <Upload size={16} aria-hidden="true" />
          <Trans>Import</Trans>
        </Link>
      )}
    </ExchangeContext>
  );
}
