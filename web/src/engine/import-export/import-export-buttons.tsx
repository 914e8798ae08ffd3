import {
  type ListQuery,
  type ResourceDefinition,
  renderedColumns,
  listParameters,
  permission,
} from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Upload from 'lucide-react/icons/upload';
import { can } from '../../session/user.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useStore } from '../../ui/store.ts';
import { ImportExportContext, type ImportExportHandle } from './import-export-context.ts';
import { exportRuns, isRunning } from './export-runs.ts';
import { importPath } from './import-path.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

const ImportExportPanel = lazyComponent(async () => (await import('./import-export-panel.tsx')).ImportExportPanel);

interface ImportExportButtonsProps {
  definition: ResourceDefinition;
  /** The current query of the list. */
  query: ListQuery;
  /** Additional parameters of a report. */
  further?: readonly (readonly [string, string])[];
  /** The visible columns, in order. */
  columns: readonly string[];
  phone: boolean;
  /** The list is part of another page, which offers no import. */
  embedded: boolean;
}

/** Export and import of the list; combined in one menu on a phone. */
export function ImportExportButtons({
  definition,
  query,
  further: extraParameters = [],
  columns,
  phone,
  embedded,
}: ImportExportButtonsProps) {
  const { t } = useLingui();
  const runs = useStore(exportRuns);
  const isBusy = runs.some((run) => isRunning(run) && run.request.definition === definition);
  const canImport = !embedded && !definition.readOnly && can(permission('STORE', definition.permission));
  const { search, sort, conditions, deleted } = query;
  const handle: ImportExportHandle = {
    definition,
    query: [
      ...listParameters({ search, sort, conditions, deleted }),
      ...extraParameters.map(([name, value]): [string, string] => [name, value]),
    ],
    columns: renderedColumns(definition, columns),
    offersImport: phone && canImport,
  };
  const icon = isBusy ? <Spinner /> : <Download size={16} />;
  return (
    <ImportExportContext value={handle}>
      <MenuButton
        panel={ImportExportPanel}
        trigger={
          phone ? (
            <IconButton label={t`More`}>{isBusy ? <Spinner /> : <Ellipsis size={16} />}</IconButton>
          ) : (
            <Button variant="ghost" icon={icon}>
              <Trans>Export</Trans>
            </Button>
          )
        }
      />
      {canImport && !phone && (
        <Link to={importPath(definition)} className={buttonClass('ghost')}>
          <Upload size={16} />
          <Trans>Import</Trans>
        </Link>
      )}
    </ImportExportContext>
  );
}
