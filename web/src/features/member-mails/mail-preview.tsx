import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { DialogFrame } from '../../ui/dialog.tsx';
import { SampleMail, type SampleMember, SendTestButton } from './sample-mail.tsx';

/** The mail of a language, as it was saved. */
export function MailPreview({ languageId }: { languageId: number }) {
  const [member, setMember] = useState<SampleMember>(null);
  return (
    <DialogFrame
      title={<Trans>Preview</Trans>}
      description={<Trans>Preview with a real member</Trans>}
      footer={<SendTestButton languageId={languageId} member={member} />}
    >
      <SampleMail languageId={languageId} member={member} onMemberChange={setMember} className="h-[56dvh]" />
    </DialogFrame>
  );
}
