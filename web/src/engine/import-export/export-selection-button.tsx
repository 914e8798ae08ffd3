import { type ListQuery, type ResourceDefinition, listParameters, renderedColumns } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { BulkTarget } from '../data/mutations.ts';
import { ImportExportContext, type ImportExportHandle } from './import-export-context.ts';

const ImportExportPanel = lazyComponent(async () => (await import('./import-export-panel.tsx')).ImportExportPanel);

interface ExportSelectionButtonProps {
  definition: ResourceDefinition;
  /** The current query of the list. */
  query: ListQuery;
  /** The visible columns, in order. */
  columns: readonly string[];
  target: BulkTarget;
  className: string;
}

/** Exports the selected records of a list, in its order and with its columns. */
export function ExportSelectionButton({ definition, query, columns, target, className }: ExportSelectionButtonProps) {
  const { search, sort, conditions, deleted } = query;
  const handle: ImportExportHandle = {
    definition,
    query: [...listParameters({ search, sort, conditions, deleted }), ...selectionParameters(target)],
    columns: renderedColumns(definition, columns),
    offersImport: false,
    isSelection: true,
  };
  return (
    <ImportExportContext value={handle}>
      <MenuButton
        panel={ImportExportPanel}
        trigger={
          <button type="button" className={className}>
            <Download size={15} />
            <Trans>Export</Trans>
          </button>
        }
      />
    </ImportExportContext>
  );
}

const selectionParameters = (target: BulkTarget): [string, string][] => {
  if ('ids' in target) return [['ids', target.ids.join(',')]];
  return target.except.length > 0 ? [['except', target.except.join(',')]] : [];
};
