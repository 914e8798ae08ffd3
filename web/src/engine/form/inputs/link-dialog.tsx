import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DialogFrame } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Asks for the address of a link; an empty one removes the link. */
export function LinkDialog({ address, onClose }: { address: string; onClose: (address?: string) => void }) {
  const { t } = useLingui();
  const [inputText, setInputText] = useState(address);
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose(inputText.trim());
      }}
    >
      <DialogFrame
        title={t`Link`}
        footer={
          <>
            {address !== '' && (
              <Button variant="ghost" onClick={() => onClose('')} className="mr-auto">
                <Trans>Remove link</Trans>
              </Button>
            )}
            <Button onClick={() => onClose()}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" type="submit">
              <Trans>Set link</Trans>
            </Button>
          </>
        }
      >
        <TextField
          label={t`Address`}
          value={inputText}
          onValueChange={setInputText}
          inputMode="url"
          placeholder="https://"
          autoFocus
        />
      </DialogFrame>
    </form>
  );
}
