import { resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import Copy from 'lucide-react/icons/copy';
import { readWritten } from '../../engine/data/envelope.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { copyText } from '../../ui/copy-text.ts';

/** Shows the token that was made with a record, this once; nothing where none was made. */
export async function showIssuedToken({ access_token: token, name }: ResourceRecord): Promise<void> {
  if (typeof token !== 'string') return;
  await openDialog((close) => <TokenFrame token={token} name={String(name)} onDone={() => close()} />, {
    width: '34rem',
    mayClose: () =>
      confirm({
        title: <Trans>Have you kept the token?</Trans>,
        message: <Trans>It is not shown again.</Trans>,
        confirmLabel: <Trans>Close</Trans>,
        cancelLabel: <Trans>Back to the token</Trans>,
      }),
  });
}

function TokenFrame({ token, name, onDone }: { token: string; name: string; onDone: () => void }) {
  const { t } = useLingui();
  return (
    <DialogFrame
      title={<Trans>Access token</Trans>}
      footer={
        <Button variant="primary" onClick={onDone}>
          <Trans>I have kept it</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          <Trans>
            With this token the system of {name} signs in. Copy it there now: it is not shown again. Whoever has it can
            post visits and redeem vouchers for this hotel.
          </Trans>
        </p>
        <p
          aria-label={t`Access token`}
          role="group"
          className="rounded-md bg-sunken px-4 py-3 font-mono text-base break-all select-all"
        >
          {token}
        </p>
        <Button
          autoFocus
          className="self-start"
          icon={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copyText(token)}
        >
          <Trans>Copy</Trans>
        </Button>
      </div>
    </DialogFrame>
  );
}

/** Asks, then has another token made; answers the record with it. Undefined where it was thought better of. */
export async function replaceToken(record: ResourceRecord): Promise<ResourceRecord | undefined> {
  const isSure = await confirm({
    title: <Trans>Replace the token?</Trans>,
    message: <Trans>The token in use stops working at once. The hotel's system needs the new one.</Trans>,
    confirmLabel: <Trans>Replace the token</Trans>,
    danger: true,
  });
  if (!isSure) return undefined;
  const answer = await callApi(`integration/${record.id}/token`, { method: 'POST' });
  return readWritten(resources.integration, answer);
}
