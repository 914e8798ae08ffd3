import { Trans } from '@lingui/react/macro';
import Camera from 'lucide-react/icons/camera';
import { useRef } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { saveProfile } from './profile-data.ts';
import { useFormErrors } from '../../session/use-form-errors.ts';

/** The picture formats that the server takes. */
const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** The photo: chosen, it is on its way; the server cuts it to a square. */
export function PhotoInput({ name, photo }: { name: string; photo: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  const { of, submitting, send } = useFormErrors(['photo']);
  const error = of('photo');
  return (
    <div>
      <div className="flex items-center gap-4">
        <Avatar name={name} photo={photo} size={72} />
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Camera size={16} aria-hidden="true" />}
            pending={submitting}
            aria-describedby={error ? 'photo-error' : undefined}
            onClick={() => input.current?.click()}
          >
            {photo ? <Trans>Change the photo</Trans> : <Trans>Add a photo</Trans>}
          </Button>
          {photo && (
            <Button variant="ghost" disabled={submitting} onClick={() => void send(() => saveProfile({ photo: '' }))}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          className="hidden"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void send(() => saveProfile({ photo: file }));
            // The same file may be chosen again after a refusal.
            event.target.value = '';
          }}
        />
      </div>
      {error && (
        <div role="alert" className="mt-2">
          <FieldError id="photo-error">{error}</FieldError>
        </div>
      )}
    </div>
  );
}
