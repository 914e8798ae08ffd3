import { Trans, useLingui } from '@lingui/react/macro';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { PRODUCT } from '../../ui/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';

/** The recovery codes, shown only once, with three ways to save them. */
export function RecoveryCodeList({ codes, username }: { codes: readonly string[]; username: string }) {
  const { t } = useLingui();
  const title = t`${PRODUCT} recovery codes of ${username}`;
  const text = `${title}\n\n${codes.join('\n')}\n`;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        <Trans>If you lose your phone, each code signs you in once. Store them safely; you won’t see them again.</Trans>
      </p>
      <ol
        aria-label={t`Recovery codes`}
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md bg-sunken px-5 py-4 font-mono text-base tabular"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button autoFocus icon={<Copy size={16} />} onClick={() => void copyText(text)}>
          <Trans>Copy</Trans>
        </Button>
        <Button icon={<Download size={16} />} onClick={() => downloadText(text)}>
          <Trans>Download</Trans>
        </Button>
        <Button icon={<Printer size={16} />} onClick={() => printText(text)}>
          <Trans>Print</Trans>
        </Button>
      </div>
    </div>
  );
}

function downloadText(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'innkeeper-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}

/** Prints only the text, from a hidden frame. */
function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const frameWindow = frame.contentWindow;
  if (!frameWindow) return;
  const textBlock = frameWindow.document.createElement('pre');
  textBlock.textContent = text;
  frameWindow.document.body.append(textBlock);
  frameWindow.addEventListener('afterprint', () => frame.remove());
  frameWindow.print();
}
