import type { ResourceDefinition } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { isApiError } from '../../session/api-error.ts';
import { Button } from '../../ui/button.tsx';
import type { ImportRequest } from './import-calls.ts';
import { saveCheckFile } from './save-check-file.ts';

interface DownloadCheckFileProps {
  definition: ResourceDefinition;
  importRequest: ImportRequest;
  content: 'errors' | 'changes';
}

/** Downloads rejected rows or changes, for users who prefer to work on them in a spreadsheet. */
export function DownloadCheckFile({ definition, importRequest, content }: DownloadCheckFileProps) {
  const [isPending, setIsPending] = useState(false);
  const download = async () => {
    setIsPending(true);
    try {
      await saveCheckFile(definition, importRequest, content);
    } catch (error) {
      // The error has already been shown.
      if (!isApiError(error)) throw error;
    } finally {
      setIsPending(false);
    }
  };
  return (
    <Button size="small" pending={isPending} icon={<Download size={15} />} onClick={() => void download()}>
      {content === 'errors' ? <Trans>Download rejected rows</Trans> : <Trans>Download changes</Trans>}
    </Button>
  );
}
