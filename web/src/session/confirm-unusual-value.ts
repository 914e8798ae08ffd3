import { t } from '@lingui/core/macro';
import { confirm } from '../ui/confirm.tsx';
import type { ApiError } from './api-error.ts';

/** Shows the server's message about an unusual value and asks the user to confirm it. */
export const confirmUnusualValue = ({ message }: ApiError): Promise<boolean> =>
  confirm({ title: t`Is this right?`, message, confirmLabel: t`Yes, save it` });
