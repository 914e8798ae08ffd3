import type { CurrentUser } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { TextAreaInput } from '../../ui/text-field.tsx';

const MAX_LENGTH = 10_000;

/** Notes of a user, stored on this device only: a note taken while a guest waits is not a record of the programme. */
export function Notes({ user }: { user: CurrentUser }) {
  const { t } = useLingui();
  const id = useId();
  const key = `innkeeper.notes.${user.id}`;
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '');
  return (
    <>
      <TextAreaInput
        aria-label={t`Notes`}
        aria-describedby={id}
        rows={5}
        maxLength={MAX_LENGTH}
        value={text}
        onValueChange={(next) => {
          setText(next);
          if (next === '') localStorage.removeItem(key);
          else localStorage.setItem(key, next);
        }}
      />
      <p id={id} className="mt-1 text-xs text-faint">
        <Trans>Saved on this device only.</Trans>
      </p>
    </>
  );
}
