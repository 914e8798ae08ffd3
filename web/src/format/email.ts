import { isNoEmail } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';

/** An address, or that there is none instead of its placeholder. */
export const formatEmail = (address: string): string => (isNoEmail(address) ? t`No email` : address);
