import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { parseFileName, saveFile } from '../engine/import-export/save-file.ts';
import { apiFile } from '../session/api.ts';
import { Button } from '../ui/button.tsx';

interface FileButtonsProps {
  /** What the file contains. */
  readonly label: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** File name without extension, used if the response has none. */
  readonly name: string;
}

/** Downloads what a page shows as a file. */
export function FileButtons({ label, ...fileProps }: FileButtonsProps) {
  return (
    <span role="group" aria-label={label} className="flex flex-wrap gap-2">
      <FileButton {...fileProps} format="csv" />
      <FileButton {...fileProps} format="xlsx" />
    </span>
  );
}

function FileButton({ path, query, name, format }: Omit<FileButtonsProps, 'label'> & { format: 'csv' | 'xlsx' }) {
  const [isSaving, setSaving] = useState(false);
  const download = async () => {
    setSaving(true);
    try {
      const response = await apiFile(`${path}?${new URLSearchParams({ ...query, format }).toString()}`);
      saveFile(await response.blob(), parseFileName(response.headers) ?? `${name}.${format}`);
    } catch {
      // The request has already shown its error.
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button pending={isSaving} onClick={() => void download()}>
      {format === 'csv' ? <Trans>Save as CSV</Trans> : <Trans>Save as Excel</Trans>}
    </Button>
  );
}
