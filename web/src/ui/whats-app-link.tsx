import { useLingui } from '@lingui/react/macro';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { ReactNode } from 'react';
import { whatsAppUrl } from '../format/phone.ts';
import { buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';

interface WhatsAppLinkProps {
  readonly phone: string;
  /** The name of the member. */
  readonly name: string;
  readonly onClick?: (() => void) | undefined;
  readonly className?: string;
  /** The label, if there is room for more than an icon. */
  readonly children?: ReactNode;
}

/** Opens a chat with this number; renders nothing if the number has no country code. */
export function WhatsAppLink({ phone, name, onClick, className, children }: WhatsAppLinkProps) {
  const { t } = useLingui();
  const chatUrl = whatsAppUrl(phone);
  if (!chatUrl) return null;
  return (
    <a
      href={chatUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={t`Message ${name} on WhatsApp`}
      title={t`WhatsApp`}
      onClick={onClick}
      className={classNames(buttonClass(), 'print:hidden', !children && 'w-(--control) px-0!', className)}
    >
      {children ?? <MessageCircle size={16} />}
    </a>
  );
}
