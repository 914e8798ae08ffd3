import { LANGUAGES } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { LANGUAGE_NAMES } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { useLeaveGuard } from '../../engine/form/use-leave-guard.tsx';
import { switchLanguage } from '../../session/session.ts';
import { Page } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RadioInput } from '../../ui/radio-group.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PersonSection } from './person-section.tsx';
import { profileQuery } from './profile-data.ts';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

/** The user's own page: data, sign-in, language and sessions. */
export function ProfilePage() {
  const { t } = useLingui();
  const { data: profile, error, refetch } = useQuery(profileQuery);
  const unsavedSections = useRef(new Set<string>());
  useLeaveGuard({
    isDirty: () => unsavedSections.current.size > 0,
    discard: () => unsavedSections.current.clear(),
    formPath: null,
  });
  const markUnsaved = (section: string) => (isUnsaved: boolean) => {
    if (isUnsaved) unsavedSections.current.add(section);
    else unsavedSections.current.delete(section);
  };
  return (
    <Page title={t`My Profile`} boxed>
      {profile ? (
        <div className="flex flex-col">
          <PersonSection profile={profile} onUnsavedChange={markUnsaved('person')} />
          {profile.is_password_allowed && (
            <>
              <PasswordSection username={profile.username} onUnsavedChange={markUnsaved('password')} />
              <TwoFactorSection profile={profile} />
            </>
          )}
          <PasskeysSection />
          <LanguageSection />
          <SessionsSection />
        </div>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <ProfileSkeleton />
      )}
    </Page>
  );
}

function LanguageSection() {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <ProfileSection title={<Trans>Language</Trans>} description={<Trans>Console settings, on all your devices.</Trans>}>
      <RadioInput
        aria-label={t`Language`}
        value={language}
        onValueChange={(value) => void switchLanguage(value)}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
    </ProfileSection>
  );
}

/** Skeleton of the first section. */
function ProfileSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-x-12 gap-y-4 pt-2 @4xl:grid-cols-[16rem_minmax(0,40rem)]">
      <Skeleton className="h-6 w-32" />
      <div className="flex flex-col gap-5">
        <Skeleton className="size-18 rounded-full" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </div>
    </div>
  );
}
