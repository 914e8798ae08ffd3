import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { MessageVariant } from './message-store.ts';

export const MESSAGE_ICONS = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert, info: Info } as const;

export const MESSAGE_TONES: Record<MessageVariant, string> = {
  success: 'text-success',
  warning: 'text-warning',
  error: 'text-danger',
  info: 'text-info',
};
