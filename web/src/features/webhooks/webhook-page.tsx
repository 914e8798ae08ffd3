import { permission, resources } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import CirclePause from 'lucide-react/icons/circle-pause';
import KeyRound from 'lucide-react/icons/key-round';
import { refreshResources } from '../../engine/data/mutations.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordFacts } from '../../engine/record/record-facts.tsx';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { queryClient } from '../../session/query-client.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { replaceSecret, showIssuedSecret } from './secret-dialog.tsx';

/** A webhook: its URL, its events and the state of its messages. */
export function WebhookPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Summary={WebhookSummary} Actions={ReplaceSecretButton} />;
}

function WebhookSummary(props: RecordPartProps) {
  return (
    <>
      {props.record['paused_at'] !== null && (
        <div
          role="status"
          className="mb-4 flex items-start gap-3 rounded-md bg-warning-soft px-3 py-2 text-warning-text"
        >
          <CirclePause size={18} className="mt-0.5 shrink-0" />
          <p>
            <Trans>
              Paused: unreachable for 24 hours. Queued messages are sent when you turn it on again; new events are not
              queued until then.
            </Trans>
          </p>
        </div>
      )}
      <RecordFacts {...props} />
    </>
  );
}

function ReplaceSecretButton({ record }: RecordPartProps) {
  const replace = useMutation({
    mutationFn: async () => {
      const updatedRecord = await replaceSecret(record);
      if (!updatedRecord) return;
      const { secret: _, ...recordWithoutSecret } = updatedRecord;
      queryClient.setQueryData(queryKeys.record(resources.webhook.key, record.id), recordWithoutSecret);
      await Promise.all([refreshResources(queryClient), showIssuedSecret(updatedRecord)]);
    },
  });
  if (record.deleted_at !== null || !can(permission('UPDATE', resources.webhook.permission))) return null;

  return (
    <Button icon={<KeyRound size={16} />} pending={replace.isPending} onClick={() => replace.mutate()}>
      <Trans>Replace secret</Trans>
    </Button>
  );
}
