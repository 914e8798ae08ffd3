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
import { orderReportFile } from './report-files.ts';
import { startExport } from './run-export.ts';

const ICON = { size: 16, 'aria-hidden': true } as const;

/** Menu of the file formats for exporting a list. */
export function ImportExportPanel(props: MenuPanelProps) {
  const handle = use(ImportExportContext);
  return <MenuPanel {...props}>{handle && <Lines handle={handle} />}</MenuPanel>;
}

function Lines({ handle: { definition: d, query, columns, offersImport } }: { handle: ImportExportHandle }) {
  const navigate = useNavigate();
  const run = (format: ReportFormat) => void startExport({ definition: d, format, query, columns });
  return (
    <>
      <MenuGroup label={d.run ? <Trans>Export this report as</Trans> : <Trans>Export this list as</Trans>}>
        <MenuItem icon={<FileSpreadsheet {...ICON} />} onClick={() => run('xlsx')}>
          <Trans>Excel</Trans>
        </MenuItem>
        <MenuItem icon={<FileText {...ICON} />} onClick={() => run('csv')}>
          <Trans>CSV</Trans>
        </MenuItem>
        {d.run && (
          <MenuItem icon={<Printer {...ICON} />} onClick={() => run('pdf')}>
            <Trans>PDF</Trans>
          </MenuItem>
        )}
      </MenuGroup>
      {isReportKey(d.key) && <BackgroundReport report={d.key} query={query} columns={columns} />}
      {offersImport && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Upload {...ICON} />} onClick={() => void navigate({ to: importPath(d) })}>
            <Trans>Import from a file</Trans>
          </MenuItem>
        </>
      )}
    </>
  );
}

/**
 * The same export made by the server in the background: for many rows, and for users who continue working meanwhile.
 */
function BackgroundReport({
  report,
  query,
  columns,
}: Pick<ImportExportHandle, 'query' | 'columns'> & { report: ReportKey }) {
  const exportQuery = { ...Object.fromEntries(query), columns: columns.join(',') };
  const order = (format: ReportFormat) => void orderReportFile({ report, format, query: exportQuery });
  const schedule = async () => (await import('./schedule-dialog.tsx')).openSchedules({ report, query: exportQuery });
  return (
    <>
      <MenuSeparator />
      <MenuGroup label={<Trans>Prepare in background</Trans>}>
        <MenuItem icon={<FileSpreadsheet {...ICON} />} onClick={() => order('xlsx')}>
          <Trans>Excel</Trans>
        </MenuItem>
        <MenuItem icon={<FileText {...ICON} />} onClick={() => order('csv')}>
          <Trans>CSV</Trans>
        </MenuItem>
        <MenuItem icon={<Printer {...ICON} />} onClick={() => order('pdf')}>
          <Trans>Pages</Trans>
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Mail {...ICON} />} onClick={() => void schedule()}>
        <Trans>Schedule email…</Trans>
      </MenuItem>
    </>
  );
}
