import type { Profile } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PhotoInput } from './photo-input.tsx';
import { saveProfile } from './profile-data.ts';
import { ProfileSection } from './profile-section.tsx';
import { useFormErrors } from '../../session/use-form-errors.ts';

export interface PersonSectionProps {
  profile: Profile;
  onUnsavedChange: (isUnsaved: boolean) => void;
}

/**
 * The user's data: photo, name, phone and email are editable, the rest is read-only. Changing the email requires the
 * current password.
 */
export function PersonSection({ profile, onUnsavedChange }: PersonSectionProps) {
  const { t } = useLingui();
  const savedValues = {
    name: profile.name,
    phone_no: profile.phone_no ?? '',
    email: profile.email,
    current_password: '',
  };
  const [draft, setDraft] = useState<Partial<typeof savedValues>>({});
  const { of, forget, submitting, send } = useFormErrors(['name', 'phone_no', 'email', 'current_password']);
  const values = { ...savedValues, ...draft };
  const isEmailChanged = values.email.trim() !== savedValues.email;
  const isChanged = values.name !== savedValues.name || values.phone_no !== savedValues.phone_no || isEmailChanged;
  const isComplete = values.name.trim() !== '' && (!isEmailChanged || values.current_password !== '');
  useEffect(() => onUnsavedChange(isChanged), [onUnsavedChange, isChanged]);

  const getFieldProps = (field: keyof typeof savedValues) => ({
    name: field,
    value: values[field],
    onValueChange: (value: string) => {
      setDraft({ ...draft, [field]: value });
      forget(field);
    },
    error: of(field),
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const [email, { current_password }] = [values.email.trim(), values];
    const changes = {
      name: values.name.trim(),
      phone_no: values.phone_no.trim(),
      ...(isEmailChanged && { email, current_password }),
    };
    if (!(await send(() => saveProfile(changes)))) return;
    setDraft({});
    showMessage({ message: t`Profile saved.`, variant: 'success' });
  };

  return (
    <ProfileSection
      title={<Trans>About you</Trans>}
      description={<Trans>Shown to your colleagues. An administrator can change the rest.</Trans>}
    >
      <PhotoInput name={profile.name} photo={profile.photoURL} />
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-6 grid gap-4 @lg:grid-cols-2">
        <TextField {...getFieldProps('name')} label={t`Name`} autoComplete="name" required />
        <TextField {...getFieldProps('phone_no')} label={t`Phone`} type="tel" autoComplete="tel" />
        <TextField {...getFieldProps('email')} label={t`Email`} type="email" autoComplete="email" required />
        {isEmailChanged && (
          <PasswordField
            {...getFieldProps('current_password')}
            label={t`Current password`}
            autoComplete="current-password"
            required
          />
        )}
        <div className="flex flex-wrap gap-2 @lg:col-span-2">
          <Button type="submit" pending={submitting} disabled={!isChanged || !isComplete}>
            <Trans>Save</Trans>
          </Button>
          {isChanged && (
            <Button variant="ghost" onClick={() => setDraft({})}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
        </div>
      </form>
      <Facts profile={profile} />
    </ProfileSection>
  );
}

function Facts({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const user = useUser();
  if (!user) return null;
  const accessLevelLabels = { group: t`Group`, region: t`Region`, property: t`Property` };
  const hotels = user.hotels === null ? t`All hotels` : user.hotels.map((hotel) => hotel.name).join(', ');
  const facts: readonly { label: string; value: ReactNode }[] = [
    { label: t`User name`, value: profile.username },
    { label: t`Role group`, value: profile.role_group?.name ?? t`None yet` },
    { label: t`Access level`, value: user.access_level && accessLevelLabels[user.access_level] },
    { label: t`Hotels`, value: hotels },
    { label: t`Branch`, value: user.data.branch },
  ];
  return (
    <dl className="mt-6 grid gap-x-4 gap-y-4 @lg:grid-cols-2">
      {facts
        .filter((fact) => Boolean(fact.value))
        .map((fact) => (
          <div key={fact.label} className="min-w-0">
            <dt className="text-sm text-muted">{fact.label}</dt>
            <dd className="wrap-anywhere">{fact.value}</dd>
          </div>
        ))}
    </dl>
  );
}
