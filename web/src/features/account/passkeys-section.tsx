import type { PasskeyItem } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { formatDateTime } from '../../format/date.ts';
import { knowsPasskeys } from '../../session/passkey-sign-in.ts';
import { useSignInOptions } from '../../session/sign-in-options.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { holdKeys } from '../../ui/typed-ahead.ts';
import { passkeysQuery, removePasskey } from './passkey-data.ts';
import { ProfileSection } from './profile-section.tsx';

/** The user's passkeys; renders nothing where passkeys do not work. */
export function PasskeysSection() {
  return useSignInOptions()?.has_passkeys === true ? <Passkeys /> : null;
}

function Passkeys() {
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery);
  return (
    <ProfileSection
      title={<Trans>Passkeys</Trans>}
      description={<Trans>Sign in with your device’s PIN, finger or face, without a password or a code.</Trans>}
    >
      {passkeys ? (
        <>
          {passkeys.length > 0 && (
            <ul className="mb-3 divide-y divide-border rounded-lg border border-border bg-surface">
              {passkeys.map((passkey) => (
                <PasskeyLine key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )}
          {knowsPasskeys() && (
            <Button onClick={() => void openCreation()}>
              <Trans>Add passkey</Trans>
            </Button>
          )}
        </>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-9 w-32 rounded-lg" />
      )}
    </ProfileSection>
  );
}

function PasskeyLine({ passkey: { id, name, created_at, last_used_at } }: { passkey: PasskeyItem }) {
  const { t } = useLingui();
  const rename = async () => {
    const { openPasskeyRenaming } = await holdKeys(import('./passkey-dialog.tsx'));
    await openPasskeyRenaming(id, name);
  };
  const remove = async () => {
    const isConfirmed = await confirm({
      title: <Trans>Remove “{name}”?</Trans>,
      message: <Trans>You can no longer sign in with it. Delete it on the device, too.</Trans>,
      confirmLabel: <Trans>Remove</Trans>,
      danger: true,
    });
    if (isConfirmed) await removePasskey(id);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <KeyRound size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted tabular">
          {last_used_at === null ? (
            <Trans>Added {formatDateTime(created_at)}</Trans>
          ) : (
            <Trans>Last used {formatDateTime(last_used_at)}</Trans>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={t`Rename ${name}`} onClick={() => void rename()}>
          <Trans>Rename</Trans>
        </Button>
        <Button size="small" aria-label={t`Remove ${name}`} onClick={() => void remove()}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  );
}

async function openCreation(): Promise<void> {
  const { openPasskeyCreation } = await holdKeys(import('./passkey-dialog.tsx'));
  await openPasskeyCreation();
}
