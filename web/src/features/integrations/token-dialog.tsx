import { resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { readWrittenRecord } from '../../engine/data/envelope.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import { confirm } from '../../ui/confirm.tsx';
import { showSecretOnce } from '../../ui/one-time-secret.tsx';

/** Shows a new record's token, this one time; does nothing if none was created. */
export async function showIssuedToken({ access_token: token, name: ownerName }: ResourceRecord): Promise<void> {
  if (typeof token !== 'string') return;
  const name = String(ownerName);
  await showSecretOnce({
    title: t`Access token`,
    value: token,
    explanation: (
      <Trans>
        {name} signs in with this token. Copy it now; you won’t see it again. Anyone who has it has the rights of this
        integration.
      </Trans>
    ),
    confirmation: <Trans>Have you saved the token?</Trans>,
    back: <Trans>Back to the token</Trans>,
  });
}

/** Confirms, then has a new token created. Resolves to the record with the token, or undefined if cancelled. */
export async function replaceToken(record: ResourceRecord): Promise<ResourceRecord | undefined> {
  const isConfirmed = await confirm({
    title: <Trans>Replace token?</Trans>,
    message: <Trans>The current token stops working immediately. The hotel’s system needs the new one.</Trans>,
    confirmLabel: <Trans>Replace token</Trans>,
    danger: true,
  });
  if (!isConfirmed) return undefined;
  const response = await callApi(`integration/${record.id}/token`, { method: 'POST' });
  return readWrittenRecord(resources.integration, response);
}
