import { type ReportFormat, type ReportKey, isReportKey } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import Mail from 'lucide-react/icons/mail';
import Printer from 'lucide-react/icons/printer';
import Upload from 'lucide-react/icons/upload';
import { use } from 'react';
import type { MenuPanelProps } from '../../ui/menu-button.tsx';
import { MenuGroup, MenuItem, MenuPanel, MenuSeparator } from '../../ui/menu.tsx';
import { ImportExportContext, type ImportExportHandle } from './import-export-context.ts';
import { importPath } from './import-path.ts';
import { queueReportFile } from './report-files.ts';
import { startExport } from './run-export.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';

const ICON_PROPS = { size: 16 } as const;

/** Menu of the file formats for exporting a list. */
export function ImportExportPanel(props: MenuPanelProps) {
  const handle = use(ImportExportContext);
  return <MenuPanel {...props}>{handle && <ExportMenuItems handle={handle} />}</MenuPanel>;
}

function ExportMenuItems({ handle }: { handle: ImportExportHandle }) {
  const { definition, query, columns, offersImport, isSelection } = handle;
  const navigate = useNavigate();
  const exportAs = (format: ReportFormat) => void startExport({ definition, format, query, columns });
  return (
    <>
      <MenuGroup
        label={
          definition.runPath ? (
            <Trans>Export this report as</Trans>
          ) : isSelection ? (
            <Trans>Export the selection as</Trans>
          ) : (
            <Trans>Export this list as</Trans>
          )
        }
      >
        <MenuItem icon={<FileSpreadsheet {...ICON_PROPS} />} onClick={() => exportAs('xlsx')}>
          <Trans>Excel</Trans>
        </MenuItem>
        <MenuItem icon={<FileText {...ICON_PROPS} />} onClick={() => exportAs('csv')}>
          <Trans>CSV</Trans>
        </MenuItem>
        {definition.runPath && (
          <MenuItem icon={<Printer {...ICON_PROPS} />} onClick={() => exportAs('pdf')}>
            <Trans>PDF</Trans>
          </MenuItem>
        )}
      </MenuGroup>
      {isReportKey(definition.key) && <BackgroundReport report={definition.key} query={query} columns={columns} />}
      {offersImport && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Upload {...ICON_PROPS} />} onClick={() => void navigate({ to: importPath(definition) })}>
            <Trans>Import from a file</Trans>
          </MenuItem>
        </>
      )}
    </>
  );
}

/** Exports in the background, on the server: for many rows, and for users who want to continue working. */
function BackgroundReport({
  report,
  query,
  columns,
}: Pick<ImportExportHandle, 'query' | 'columns'> & { report: ReportKey }) {
  const exportQuery = { ...Object.fromEntries(query), columns: columns.join(',') };
  const queueFile = (format: ReportFormat) => void queueReportFile({ report, format, query: exportQuery });
  const openScheduleDialog = async () =>
    (await holdKeys(import('./schedule-dialog.tsx'))).openSchedules({ report, query: exportQuery });
  return (
    <>
      <MenuSeparator />
      <MenuGroup label={<Trans>Prepare in background</Trans>}>
        <MenuItem icon={<FileSpreadsheet {...ICON_PROPS} />} onClick={() => queueFile('xlsx')}>
          <Trans>Excel</Trans>
        </MenuItem>
        <MenuItem icon={<FileText {...ICON_PROPS} />} onClick={() => queueFile('csv')}>
          <Trans>CSV</Trans>
        </MenuItem>
        <MenuItem icon={<Printer {...ICON_PROPS} />} onClick={() => queueFile('pdf')}>
          <Trans>PDF</Trans>
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Mail {...ICON_PROPS} />} onClick={() => void openScheduleDialog()}>
        <Trans>Schedule email…</Trans>
      </MenuItem>
    </>
  );
}
