import { Trans, useLingui } from '@lingui/react/macro';
import FileIcon from 'lucide-react/icons/file';
import Upload from 'lucide-react/icons/upload';
import X from 'lucide-react/icons/x';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useLabel } from '../../../i18n/use-label.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { isPicture } from '../../files/file-address.ts';
import { FileLink } from '../../files/file-link.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';

/** Shows the stored file and accepts a replacement, selected or dropped onto the field. */
export function FileInput({ name, field, value, onChange, onBlur, controlProps, inputRef }: FieldInputProps<'file'>) {
  const { t } = useLingui();
  const label = useLabel();
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const selectedFile = value instanceof File ? value : null;
  const stored = textOf(value);
  const preview = usePreview(selectedFile);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onChange(file);
  };

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={onDrop}
      className={classNames(
        'flex flex-wrap items-center gap-3 rounded-md border border-dashed p-3',
        isDraggedOver ? 'border-focus bg-accent-soft' : 'border-strong-border bg-surface',
      )}
    >
      {stored && isPicture(stored) ? (
        <FileLink address={stored} label={label(field.label)} width={96} className="size-14" />
      ) : (
        <span className="flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-sunken text-muted">
          {preview ? <img src={preview} alt="" className="size-full object-cover" /> : <FileIcon size={20} />}
        </span>
      )}
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-medium">
          {selectedFile ? selectedFile.name : stored ? <Trans>Stored</Trans> : <Trans>No file yet</Trans>}
        </p>
        {stored && !isPicture(stored) && (
          <FileLink address={stored} label={label(field.label)} width={96} className="" />
        )}
        <p className="text-xs text-faint">
          <Trans>Drop a file here, up to 10 MB.</Trans>
        </p>
      </div>
      {value !== null && (!field.required || selectedFile) && (
        <IconButton label={t`Remove file`} onClick={() => onChange(null)}>
          <X size={16} />
        </IconButton>
      )}
      <Button
        {...controlProps}
        aria-required={undefined}
        ref={inputRef}
        icon={<Upload size={16} />}
        onClick={() => input.current?.click()}
        onBlur={onBlur}
      >
        <Trans>Choose a file</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        name={name}
        accept={field.accept.join(',')}
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChange(file);
          // Allows selecting the same file again after it was removed.
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** The object URL of a selected picture; null for other files. */
function usePreview(selectedFile: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (!selectedFile?.type.startsWith('image/')) {
      setPreview(null);
      return;
    }
    const address = URL.createObjectURL(selectedFile);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [selectedFile]);
  return preview;
}
