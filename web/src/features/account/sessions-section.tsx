import { type SessionItem, parseDeviceName } from '@innkeeper/contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { endSessions, sessionsQuery } from './profile-data.ts';
import { ProfileSection } from './profile-section.tsx';

/** The user's sessions, with buttons to end them. */
export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const otherSessions = sessions?.filter((session) => !session.current) ?? [];
  return (
    <ProfileSection
      title={<Trans>Signed-in devices</Trans>}
      description={<Trans>Don’t recognise a device? Sign it out and change your password.</Trans>}
    >
      {sessions ? (
        <>
          <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
            {sessions.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
          {otherSessions.length > 1 && (
            <Button className="mt-3" onClick={() => void endOtherSessions(otherSessions)}>
              <Trans>Sign out all other devices</Trans>
            </Button>
          )}
        </>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-20 w-full rounded-lg" />
      )}
    </ProfileSection>
  );
}

function SessionLine({ session }: { session: SessionItem }) {
  const { t } = useLingui();
  const [isEnding, setEnding] = useState(false);
  const { browser, system, isHandheld } = parseDeviceName(session.user_agent);
  const Icon = isHandheld ? Smartphone : Monitor;
  const name = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown device`);
  const endSession = async () => {
    setEnding(true);
    await endSessions([session.id]);
    setEnding(false);
  };
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Icon size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">
          {name}
          {session.current && (
            <Badge tone="success">
              <Trans>This device</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted tabular">
          {session.ip && <span className="wrap-anywhere">{session.ip} · </span>}
          <span className="whitespace-nowrap">{formatDateTime(session.last_used_at)}</span>
        </p>
      </div>
      {!session.current && (
        <Button size="small" pending={isEnding} aria-label={t`Sign out ${name}`} onClick={() => void endSession()}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}

async function endOtherSessions(otherSessions: readonly SessionItem[]): Promise<void> {
  const isConfirmed = await confirm({
    title: <Trans>Sign out all other devices?</Trans>,
    message: (
      <Plural value={otherSessions.length} one="# device will be signed out." other="# devices will be signed out." />
    ),
    confirmLabel: <Trans>Sign out all others</Trans>,
    danger: true,
  });
  if (isConfirmed) await endSessions(otherSessions.map((session) => session.id));
}
