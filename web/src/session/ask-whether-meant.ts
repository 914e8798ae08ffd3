import { t } from '@lingui/core/macro';
import { confirm } from '../ui/confirm.tsx';
import type { ApiError } from './api-error.ts';

/** Puts the server's question, in its words, whether an unusual value is meant. */
export const askWhetherMeant = ({ message }: ApiError): Promise<boolean> =>
  confirm({ title: t`Is this right?`, message, confirmLabel: t`Yes, save it` });
