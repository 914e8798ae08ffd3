import { Trans } from '@lingui/react/macro';
import Camera from 'lucide-react/icons/camera';
import { useRef } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { saveProfile } from './profile-data.ts';
import { useFormErrors } from '../../session/use-form-errors.ts';

/** Image formats that the server accepts. */
const ACCEPTED_FORMATS = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** Photo input: uploads on selection. The server crops the image to a square. */
export function PhotoInput({ name, photo }: { name: string; photo: string | null }) {
  const inputRef = useRef<HTMLInputElement>(null);
  const { of, submitting, send } = useFormErrors(['photo']);
  const error = of('photo');
  return (
    <div>
      <div className="flex items-center gap-4">
        <Avatar name={name} photo={photo} size={72} />
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Camera size={16} />}
            pending={submitting}
            aria-describedby={error ? 'photo-error' : undefined}
            onClick={() => inputRef.current?.click()}
          >
            {photo ? <Trans>Change photo</Trans> : <Trans>Add photo</Trans>}
          </Button>
          {photo && (
            <Button variant="ghost" disabled={submitting} onClick={() => void send(() => saveProfile({ photo: '' }))}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
        <input
          ref={inputRef}
          type="file"
          accept={ACCEPTED_FORMATS}
          className="hidden"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void send(() => saveProfile({ photo: file }));
            // Lets the user choose the same file again after a rejection.
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
