import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import FileUp from 'lucide-react/icons/file-up';
import { useRef, useEffect, useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLabel, useLanguage } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { csvLine, templateHeadings } from './import-columns.ts';
import type { StepProps } from './step-props.ts';
import { saveFile } from './save-file.ts';
import { StepFrame } from './step-frame.tsx';

const MEGABYTE = 1024 * 1024;

/** The first step: choose or drop a file, or download a template to fill in. */
export function FileStep({ handle, state: { importRequest, problem } }: StepProps) {
  const { t } = useLingui();
  const label = useLabel();
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const { definition } = handle;
  const singular = label(definition.label).toLocaleLowerCase();
  const rows = formatNumber(MAX_IMPORT_ROWS);
  const megabytes = MAX_IMPORT_BYTES / MEGABYTE;
  const fileName = importRequest?.file.name ?? '';
  const chooseFile = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) void handle.choose(file);
  };
  const isDraggedOver = useFileDrop(chooseFile);
  const downloadTemplate = () => {
    const name = `${label(definition.labels).toLocaleLowerCase().replaceAll(' ', '-')}.csv`;
    // The byte order mark makes spreadsheet programs read the file as UTF-8.
    saveFile(new Blob(['\uFEFF', csvLine(templateHeadings(definition, language))], { type: 'text/csv' }), name);
  };
  return (
    <StepFrame
      title={<Trans>Choose a file</Trans>}
      description={
        <Trans>
          Rows with an ID update that {singular}; rows without one create a new one. You can review all changes before
          importing.
        </Trans>
      }
      problem={problem}
      actions={
        importRequest && (
          <Button onClick={() => void handle.resume()}>
            <Trans>Continue with {fileName}</Trans>
          </Button>
        )
      }
    >
      <div
        className={classNames(
          'mt-5 flex flex-col items-center gap-1 rounded-lg border border-dashed px-4 py-10 text-center transition-colors',
          isDraggedOver ? 'border-accent bg-accent-soft' : 'border-strong-border bg-sunken',
        )}
      >
        <span
          aria-hidden="true"
          className="mb-2 flex size-11 items-center justify-center rounded-full bg-accent-soft text-accent-text"
        >
          <FileUp size={22} />
        </span>
        <p className="text-lg font-medium max-sm:hidden">
          <Trans>Drop a CSV or Excel file here</Trans>
        </p>
        <Button variant="primary" className="my-2" onClick={() => input.current?.click()}>
          <Trans>Choose a file…</Trans>
        </Button>
        <p className="text-sm text-muted">
          <Trans>
            CSV or Excel (.xlsx) with headings, up to {megabytes} MB and {rows} rows.
          </Trans>
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            chooseFile(event.target.files);
            // Allows selecting the same file again after it has been corrected.
            event.target.value = '';
          }}
        />
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-muted">
        <Trans>No file yet?</Trans>
        <Button
          variant="ghost"
          size="small"
          className="text-accent-text!"
          icon={<Download size={15} />}
          aria-label={t`Download template with headings`}
          onClick={downloadTemplate}
        >
          <Trans>Template with headings</Trans>
        </Button>
      </p>
    </StepFrame>
  );
}

/**
 * Accepts files that are dropped anywhere on the page; returns whether files are being dragged over it. Without this, a
 * file dropped next to the marked area would replace the page in the browser.
 */
function useFileDrop(onFiles: (files: FileList) => void): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const latestOnFiles = useRef(onFiles);
  useEffect(() => {
    latestOnFiles.current = onFiles;
  });
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDraggedOver(true);
    };
    // Every element fires this when the pointer leaves it. Only leaving the page itself has no related target.
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setDraggedOver(false);
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDraggedOver(false);
      if (event.dataTransfer) latestOnFiles.current(event.dataTransfer.files);
    };
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('dragover', onDragOver, { signal });
    addEventListener('dragleave', onDragLeave, { signal });
    addEventListener('drop', onDrop, { signal });
    return () => controller.abort();
  }, []);
  return isDraggedOver;
}
