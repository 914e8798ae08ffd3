import type { CurrentUser } from '@innkeeper/contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Section } from './section.tsx';

/** The user of the session and their hotels, so that two people who share a desk see whose session it is. */
export function Scope({ user }: { user: CurrentUser }) {
  const { t } = useLingui();
  const levelNames = { group: t`Group`, region: t`Region`, property: t`Property` };
  return (
    <Section title={t`Your session`} action={user.access_level && <Badge>{levelNames[user.access_level]}</Badge>}>
      <div className="flex items-center gap-3">
        <Avatar name={user.displayName} photo={user.photoURL} />
        <div className="min-w-0">
          <p className="truncate font-medium">{user.displayName}</p>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
      </div>
      {user.hotels === null ? (
        <p className="mt-3 text-muted">
          <Trans>Access: all hotels</Trans>
        </p>
      ) : (
        <>
          <p className="mt-3 text-muted">
            <Plural
              value={user.hotels.length}
              _0="Access: no hotels yet"
              one="Access: # hotel"
              other="Access: # hotels"
            />
          </p>
          <ul tabIndex={0} aria-label={t`Accessible hotels`} className="max-h-40 overflow-y-auto rounded-sm">
            {user.hotels.map((hotel) => (
              <li key={hotel.id} className="flex min-h-7 items-center gap-3">
                <span className="min-w-0 flex-1 truncate">{hotel.name}</span>
                <span className="text-xs text-faint tabular">{hotel.code}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
