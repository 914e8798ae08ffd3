import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import FileUp from 'lucide-react/icons/file-up';
import { useRef } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLabel, useLanguage } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { csvLine, templateHeadings } from './import-columns.ts';
import type { StepProps } from './step-props.ts';
import { saveFile } from './save-file.ts';
import { StepFrame } from './step-frame.tsx';
import { useFileDrop } from './use-file-drop.ts';

const MEGABYTE = 1024 * 1024;

/** The file: chosen, or dropped; or an empty one to fill in. */
export function FileStep({ handle, work: { asked, problem } }: StepProps) {
  const { t } = useLingui();
  const label = useLabel();
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const { definition: d } = handle;
  const one = label(d.label).toLocaleLowerCase();
  const rows = formatNumber(IMPORT_ROWS_MAX);
  const megabytes = IMPORT_BYTES_MAX / MEGABYTE;
  const chosen = asked?.file.name ?? '';
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) void handle.choose(file);
  };
  const isOver = useFileDrop(take);
  const template = () => {
    const name = `${label(d.labels).toLocaleLowerCase().replaceAll(' ', '-')}.csv`;
    // The mark at the beginning tells spreadsheets that this is UTF-8.
    saveFile(new Blob(['\uFEFF', csvLine(templateHeadings(d, language))], { type: 'text/csv' }), name);
  };
  return (
    <StepFrame
      title={<Trans>Choose a file</Trans>}
      description={
        <Trans>
          Each row becomes a new {one}, or changes the one whose ID it names: export the list with its IDs, edit the
          file, and import it again. Nothing is written before you have seen what would happen.
        </Trans>
      }
      problem={problem}
      actions={
        asked && (
          <Button onClick={() => void handle.resume()}>
            <Trans>Go on with {chosen}</Trans>
          </Button>
        )
      }
    >
      <div
        className={classNames(
          'mt-5 flex flex-col items-center gap-1 rounded-lg border border-dashed px-4 py-10 text-center transition-colors',
          isOver ? 'border-accent bg-accent-soft' : 'border-strong-border bg-sunken',
        )}
      >
        <span
          aria-hidden="true"
          className="mb-2 flex size-11 items-center justify-center rounded-full bg-accent-soft text-accent-text"
        >
          <FileUp size={22} />
        </span>
        <p className="text-lg font-medium max-sm:hidden">
          <Trans>Drop a CSV or XLSX file here</Trans>
        </p>
        <Button variant="primary" className="my-2" onClick={() => input.current?.click()}>
          <Trans>Choose a file…</Trans>
        </Button>
        <p className="text-sm text-muted">
          <Trans>
            CSV or XLSX, at most {megabytes} MB and {rows} rows. The first row holds the headings.
          </Trans>
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            take(event.target.files);
            // The same file, mended, may be chosen again.
            event.target.value = '';
          }}
        />
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-muted">
        <Trans>Nothing to begin with?</Trans>
        <Button
          variant="ghost"
          size="small"
          className="text-accent-text!"
          icon={<Download size={15} aria-hidden="true" />}
          aria-label={t`Download an empty file with the headings`}
          onClick={template}
        >
          <Trans>Empty file with the headings</Trans>
        </Button>
      </p>
    </StepFrame>
  );
}
