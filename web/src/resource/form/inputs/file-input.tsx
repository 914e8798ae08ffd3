import { Trans, useLingui } from '@lingui/react/macro';
import FileIcon from 'lucide-react/icons/file';
import Upload from 'lucide-react/icons/upload';
import X from 'lucide-react/icons/x';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/** The stored file, and another one to take its place: chosen, or dropped onto the field. */
export function FileInput({ name, field, value, onChange, onBlur, wiring, inputRef }: FieldInputProps<'file'>) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [dragged, setDragged] = useState(false);
  const chosen = value instanceof File ? value : null;
  const preview = usePreview(chosen, textOf(value));
  const shownName = chosen?.name ?? fileName(textOf(value));

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragged(false);
    const file = event.dataTransfer.files[0];
    if (file) onChange(file);
  };

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setDragged(true);
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={drop}
      className={classNames(
        'flex items-center gap-3 rounded-md border border-dashed p-3',
        dragged ? 'border-focus bg-accent-soft' : 'border-strong-border bg-surface',
      )}
    >
      <span className="flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-sunken text-muted">
        {preview ? (
          <img src={preview} alt="" className="size-full object-cover" />
        ) : (
          <FileIcon size={20} aria-hidden="true" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        {shownName ? (
          <StoredName name={shownName} address={chosen ? null : textOf(value)} />
        ) : (
          <Trans>No file yet</Trans>
        )}
        <p className="text-xs text-faint">
          <Trans>Drop a file here, at most 10 MB.</Trans>
        </p>
      </div>
      {value !== null && (!field.required || chosen) && (
        <IconButton label={t`Remove the file`} onClick={() => onChange(null)}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      )}
      <Button
        {...wiring}
        aria-required={undefined}
        ref={inputRef}
        icon={<Upload size={16} aria-hidden="true" />}
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
          // The same file may be chosen again after it was taken away.
          event.target.value = '';
        }}
      />
    </div>
  );
}

function StoredName({ name, address }: { name: string; address: string | null }) {
  if (!address) return <p className="truncate font-medium">{name}</p>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="block truncate font-medium text-accent-text underline"
    >
      {name}
    </a>
  );
}

const fileName = (address: string): string => decodeURIComponent(address.split('?')[0]?.split('/').at(-1) ?? '');

/** The address of a picture to show: of the chosen file, or of the stored one. */
function usePreview(chosen: File | null, stored: string): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (!chosen?.type.startsWith('image/')) {
      setPreview(null);
      return;
    }
    const address = URL.createObjectURL(chosen);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [chosen]);
  if (chosen) return preview;
  return PICTURE.test(fileName(stored)) ? stored : null;
}
