import { resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { readWritten } from '../../engine/data/envelope.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import { confirm } from '../../ui/confirm.tsx';
import { showOnce } from './shown-once.tsx';

/** Shows the signing secret that was made with a webhook, this once; nothing where none was made. */
export async function showIssuedSecret({ secret, name: said }: ResourceRecord): Promise<void> {
  if (typeof secret !== 'string') return;
  const name = String(said);
  await showOnce({
    title: t`Signing secret`,
    value: secret,
    explanation: (
      <Trans>
        By this secret {name} knows that a message is ours. Copy it there now: it is not shown again. Whoever has it can
        write messages that look like ours.
      </Trans>
    ),
    question: <Trans>Have you kept the secret?</Trans>,
    back: <Trans>Back to the secret</Trans>,
  });
}

/** Asks, then has another secret made; answers the record with it. Undefined where it was thought better of. */
export async function replaceSecret(record: ResourceRecord): Promise<ResourceRecord | undefined> {
  const isSure = await confirm({
    title: <Trans>Replace the secret?</Trans>,
    message: <Trans>For 24 hours messages are signed with both, the old and the new one; then with the new one.</Trans>,
    confirmLabel: <Trans>Replace the secret</Trans>,
  });
  if (!isSure) return undefined;
  const answer = await callApi(`webhook/${record.id}/token`, { method: 'POST' });
  return readWritten(resources.webhook, answer);
}
