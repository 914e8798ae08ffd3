import { getResource, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { readPage } from '../../engine/data/envelope.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { callApi } from '../../engine/data/transport.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { resendMail } from './resend-mail.ts';

interface MailLineProps {
  readonly memberId: number;
  /** When it was done, as the server has it: an older mail is about something else. */
  readonly since: string;
}

/** How often the log is looked into, and how many milliseconds apart. */
const LOOKS = 6;
const PAUSE = 1000;
const mailLog = getResource('mail_log');

/** The mail that was sent on its way by what was just done, and once more for a guest who asks for it. */
export function MailLine({ memberId, since }: MailLineProps) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: [...queryKeys.of('mail_log'), 'after', memberId, since],
    queryFn: async ({ signal }) => {
      const query = { member_id: String(memberId), per_page: '1', sort: '-id' };
      const [mail] = readPage(mailLog, await callApi('mail_log', { query: Object.entries(query), signal })).rows;
      return mail && mail.created_at >= since ? mail : null;
    },
    // The log has the mail as soon as the worker has written it, shortly after.
    refetchInterval: ({ state }) => (state.data || state.dataUpdateCount >= LOOKS ? false : PAUSE),
    enabled: can(permission('VIEW', mailLog.permission)),
  });
  const recipient = typeof data?.['recipient'] === 'string' ? data['recipient'] : '';
  const again = useMutation({
    mutationFn: resendMail,
    onSuccess: () => showMessage({ message: t`The mail to ${recipient} is on its way again.`, variant: 'success' }),
  });
  if (!data) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <span className="min-w-0 break-words">
        <Trans>A mail is on its way to {recipient}.</Trans>
      </span>
      {can(permission('UPDATE', mailLog.permission)) && (
        <Button
          size="small"
          variant="ghost"
          icon={<Send size={14} aria-hidden="true" />}
          pending={again.isPending}
          onClick={() => again.mutate(data.id)}
        >
          <Trans>Send again</Trans>
        </Button>
      )}
    </p>
  );
}
