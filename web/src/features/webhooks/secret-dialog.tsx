import { resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { readWrittenRecord } from '../../engine/data/envelope.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import { confirm } from '../../ui/confirm.tsx';
import { showSecretOnce } from '../../ui/one-time-secret.tsx';

/** Shows a new webhook's signing secret, this one time; does nothing if none was created. */
export async function showIssuedSecret({ secret, name: ownerName }: ResourceRecord): Promise<void> {
  if (typeof secret !== 'string') return;
  const name = String(ownerName);
  await showSecretOnce({
    title: t`Signing secret`,
    value: secret,
    explanation: (
      <Trans>
        {name} uses this secret to verify our messages. Copy it now; you won’t see it again. Anyone who has it can forge
        messages.
      </Trans>
    ),
    confirmation: <Trans>Have you saved the secret?</Trans>,
    back: <Trans>Back to secret</Trans>,
  });
}

/** Confirms, then has a new secret created. Resolves to the record with the secret, or undefined if cancelled. */
export async function replaceSecret(record: ResourceRecord): Promise<ResourceRecord | undefined> {
  const isConfirmed = await confirm({
    title: <Trans>Replace secret?</Trans>,
    message: <Trans>Messages are signed with both secrets for 24 hours, then with the new one only.</Trans>,
    confirmLabel: <Trans>Replace secret</Trans>,
  });
  if (!isConfirmed) return undefined;
  const response = await callApi(`webhook/${record.id}/token`, { method: 'POST' });
  return readWrittenRecord(resources.webhook, response);
}
