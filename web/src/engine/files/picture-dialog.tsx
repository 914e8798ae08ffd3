import { Trans } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { buttonClass } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { fileName, printablePage } from './file-address.ts';

/** Shows a picture as large as the window allows. */
export function openPicture(address: string, label: string): void {
  const page = printablePage(address);
  void openDialog(
    <DialogFrame
      title={label}
      isPlain
      footer={
        <>
          {page !== undefined && (
            <a href={page} target="_blank" rel="noreferrer" className={buttonClass()}>
              <Printer size={16} />
              <Trans>Print</Trans>
            </a>
          )}
          <a href={address} download={fileName(address)} className={buttonClass()}>
            <Download size={16} />
            <Trans>Download</Trans>
          </a>
        </>
      }
    >
      <div className="flex min-h-40 items-center justify-center bg-sunken p-4">
        <img src={address} alt={label} className="max-h-[70dvh] max-w-full rounded-md" />
      </div>
    </DialogFrame>,
    { width: '52rem' },
  );
}
