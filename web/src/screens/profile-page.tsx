import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useUser } from '../session/user.ts';
import { Page } from '../shell/page.tsx';
import { Avatar } from '../ui/avatar.tsx';

/** The user's own data, as the server knows it. */
export function ProfilePage() {
  const { t } = useLingui();
  const user = useUser();
  if (!user) return null;
  const levels = { group: t`Group`, region: t`Region`, property: t`Property` };
  const hotels = user.hotels === null ? t`All hotels` : user.hotels.map((hotel) => hotel.name).join(', ');
  const facts: readonly { label: string; value: ReactNode }[] = [
    { label: t`User name`, value: user.data.username },
    { label: t`Email`, value: user.email },
    { label: t`Access level`, value: user.access_level && levels[user.access_level] },
    { label: t`Hotels`, value: hotels },
    { label: t`Branch`, value: user.data.branch },
  ];
  return (
    <Page title={t`My Profile`} boxed>
      <section className="max-w-2xl rounded-lg border border-border bg-surface">
        <div className="flex items-center gap-4 border-b border-border px-5 py-4">
          <Avatar name={user.displayName} photo={user.photoURL} size={48} />
          <div className="min-w-0">
            <p className="truncate text-lg font-semibold">{user.displayName}</p>
            <p className="truncate text-muted">{user.email}</p>
          </div>
        </div>
        <dl className="px-5 py-2">
          {facts
            .filter((fact) => Boolean(fact.value))
            .map((fact) => (
              <div key={fact.label} className="grid gap-x-4 py-2 sm:grid-cols-[10rem_1fr]">
                <dt className="text-muted">{fact.label}</dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
        </dl>
      </section>
    </Page>
  );
}
