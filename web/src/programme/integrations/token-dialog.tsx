import { resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { readWritten } from '../../engine/data/envelope.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import { confirm } from '../../ui/confirm.tsx';
import { showOnce } from './shown-once.tsx';

/** Shows the token that was made with a record, this once; nothing where none was made. */
export async function showIssuedToken({ access_token: token, name: said }: ResourceRecord): Promise<void> {
  if (typeof token !== 'string') return;
  const name = String(said);
  await showOnce({
    title: t`Access token`,
    value: token,
    explanation: (
      <Trans>
        With this token the system of {name} signs in. Copy it there now: it is not shown again. Whoever has it can post
        visits and redeem vouchers for this hotel.
      </Trans>
    ),
    question: <Trans>Have you kept the token?</Trans>,
    back: <Trans>Back to the token</Trans>,
  });
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
