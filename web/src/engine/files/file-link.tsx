import { useLingui } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import { type MouseEvent, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { type PictureWidth, localizedFile, resizedPicture, isPicture } from './file-address.ts';
import { holdKeys } from '../../ui/typed-ahead.ts';

interface FileLinkProps {
  address: string;
  /** The label of the field that has the file, such as "Picture". */
  label: string;
  /** Pixels; the picture is shown no taller than its container. */
  width: PictureWidth;
  /** Classes that set the displayed size. */
  className: string;
  /** Excluded from the tab order, for example inside a list. */
  isUntabbable?: boolean;
}

/** A stored file: a picture is a thumbnail that opens in full size, any other file is a download link. */
export function FileLink({ address: storedAddress, label, width, className, isUntabbable }: FileLinkProps) {
  const { t } = useLingui();
  const address = localizedFile(storedAddress);
  // Addresses expire after an hour, so a page that was left open may have an expired one.
  const [brokenAddress, setBrokenAddress] = useState<string | null>(null);
  const linkProps = {
    href: address,
    target: '_blank',
    rel: 'noreferrer',
    tabIndex: isUntabbable ? -1 : undefined,
  } as const;
  if (!isPicture(address) || brokenAddress === address) {
    return (
      <a {...linkProps} className="inline-flex items-center gap-1.5 text-accent-text underline underline-offset-2">
        <Download size={14} />
        {t`Download`}
      </a>
    );
  }
  const openPreview = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void holdKeys(import('./picture-dialog.tsx')).then(({ openPicture }) => openPicture(address, label));
  };
  return (
    <a
      {...linkProps}
      aria-label={t`Enlarge: ${label}`}
      className="inline-flex max-w-full align-middle"
      onClick={openPreview}
    >
      <img
        src={resizedPicture(address, width)}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBrokenAddress(address)}
        className={classNames('rounded-sm border border-border bg-sunken object-cover', className)}
      />
    </a>
  );
}
