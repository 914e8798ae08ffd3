import { useLingui } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import { type MouseEvent, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { type PictureWidth, atWidth, isPicture } from './file-address.ts';

interface FileLinkProps {
  address: string;
  /** The label of the record's field: "Picture", "Card". */
  label: string;
  /** Pixels; the picture is shown no taller than its container. */
  width: PictureWidth;
  /** Classes that set the displayed size. */
  className: string;
  /** Excluded from the tab order, for example inside a list. */
  isPassed?: boolean;
}

/** A stored file: a thumbnail that opens in full size, or a link for anything else. */
export function FileLink({ address, label, width, className, isPassed }: FileLinkProps) {
  const { t } = useLingui();
  // An address is valid for an hour; a page left open may have an expired one.
  const [broken, setBroken] = useState<string | null>(null);
  const link = { href: address, target: '_blank', rel: 'noreferrer', tabIndex: isPassed ? -1 : undefined } as const;
  if (!isPicture(address) || broken === address) {
    return (
      <a {...link} className="inline-flex items-center gap-1.5 text-accent-text underline underline-offset-2">
        <Download size={14} aria-hidden="true" />
        {t`Download`}
      </a>
    );
  }
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void import('./picture-dialog.tsx').then(({ openPicture }) => openPicture(address, label));
  };
  return (
    <a {...link} aria-label={t`Enlarge: ${label}`} className="inline-flex max-w-full align-middle" onClick={open}>
      <img
        src={atWidth(address, width)}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(address)}
        className={classNames('rounded-sm border border-border bg-sunken object-cover', className)}
      />
    </a>
  );
}
