import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DialogFrame } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Asks where a link leads; an empty address takes it away. */
export function LinkDialog({ address, onClose }: { address: string; onClose: (address?: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(address);
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose(typed.trim());
      }}
    >
      <DialogFrame
        title={t`Link`}
        footer={
          <>
            {address !== '' && (
              <Button variant="ghost" onClick={() => onClose('')} className="mr-auto">
                <Trans>Remove the link</Trans>
              </Button>
            )}
            <Button onClick={() => onClose()}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" type="submit">
              <Trans>Set the link</Trans>
            </Button>
          </>
        }
      >
        <TextField
          label={t`Address`}
          value={typed}
          onValueChange={setTyped}
          inputMode="url"
          placeholder="https://"
          autoFocus
        />
      </DialogFrame>
    </form>
  );
}
