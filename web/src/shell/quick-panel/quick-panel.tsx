import { useLingui } from '@lingui/react/macro';
import { formatToday } from '../../format/date.ts';
import { useUser } from '../../session/user.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { ShortcutList } from '../shortcut-list.tsx';
import { useOnPageLeave } from '../../ui/use-on-page-leave.ts';
import { ExportList } from './export-list.tsx';
import { MessageHistory } from './message-history.tsx';
import { ReportFileList } from './report-file-list.tsx';
import { Notes } from './notes.tsx';
import { Scope } from './scope.tsx';
import { Section } from './section.tsx';

export const showQuickPanel = (): Promise<void> =>
  openDialog((close) => <QuickPanel close={() => close()} />, { placement: 'drawer-right', width: '23rem' });

/** A drawer with the user's scope, exports, report files, past messages and notes; on small screens also shortcuts. */
function QuickPanel({ close }: { close: () => void }) {
  const { t } = useLingui();
  const user = useUser();
  useOnPageLeave(close);
  if (!user) return null;
  return (
    <DialogFrame title={t`Quick panel`} description={formatToday()}>
      <div className="flex flex-col gap-7">
        <Scope user={user} />
        <ExportList />
        <ReportFileList />
        <div className="contents lg:hidden">
          <Section title={t`Shortcuts`}>
            <ShortcutList onNavigate={close} className="max-h-72" />
          </Section>
        </div>
        <MessageHistory />
        <Section title={t`Notes`}>
          <Notes user={user} />
        </Section>
      </div>
    </DialogFrame>
  );
}
