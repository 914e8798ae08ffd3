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
import { ExchangeContext, type ExchangeHandle } from './exchange-context.ts';
import { importPath } from './import-path.ts';
import { orderReportFile } from './report-files.ts';
import { startExport } from './run-export.ts';

const ICON = { size: 16, 'aria-hidden': true } as const;

/** As which kind of file a list is taken out. */
export function ExchangePanel(props: MenuPanelProps) {
  const handle = use(ExchangeContext);
  return <MenuPanel {...props}>{handle && <Lines handle={handle} />}</MenuPanel>;
}

function Lines({ handle: { definition: d, query, columns, offersImport } }: { handle: ExchangeHandle }) {
  const navigate = useNavigate();
  const run = (format: ReportFormat) => void startExport({ definition: d, format, query, columns });
  return (
    <>
      <MenuGroup label={d.run ? <Trans>Export this report as</Trans> : <Trans>Export this list as</Trans>}>
        <MenuItem icon={<FileSpreadsheet {...ICON} />} onClick={() => run('xlsx')}>
          <Trans>Excel workbook (XLSX)</Trans>
        </MenuItem>
        <MenuItem icon={<FileText {...ICON} />} onClick={() => run('csv')}>
          <Trans>Text table (CSV)</Trans>
        </MenuItem>
        {d.run && (
          <MenuItem icon={<Printer {...ICON} />} onClick={() => run('pdf')}>
            <Trans>Pages to print (PDF)</Trans>
          </MenuItem>
        )}
      </MenuGroup>
      {isReportKey(d.key) && <InBackground report={d.key} query={query} columns={columns} />}
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

/** The same made by the server, however long it takes: for many rows, and for users who go on working meanwhile. */
function InBackground({ report, query, columns }: Pick<ExchangeHandle, 'query' | 'columns'> & { report: ReportKey }) {
  const asked = { ...Object.fromEntries(query), columns: columns.join(',') };
  const order = (format: ReportFormat) => void orderReportFile({ report, format, query: asked });
  const schedule = async () => (await import('./schedule-dialog.tsx')).openSchedules({ report, query: asked });
  return (
    <>
      <MenuSeparator />
      <MenuGroup label={<Trans>Make it in the background as</Trans>}>
        <MenuItem icon={<FileSpreadsheet {...ICON} />} onClick={() => order('xlsx')}>
          <Trans>Workbook</Trans>
        </MenuItem>
        <MenuItem icon={<FileText {...ICON} />} onClick={() => order('csv')}>
          <Trans>Table</Trans>
        </MenuItem>
        <MenuItem icon={<Printer {...ICON} />} onClick={() => order('pdf')}>
          <Trans>Pages</Trans>
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Mail {...ICON} />} onClick={() => void schedule()}>
        <Trans>Send by mail regularly</Trans>
      </MenuItem>
    </>
  );
}
