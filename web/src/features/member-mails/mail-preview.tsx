import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { DialogFrame } from '../../ui/dialog.tsx';
import { SampleMail, type SampleMember, SampleReader, SendTestButton } from './sample-mail.tsx';

/** The mail of a language, as it was saved. */
export function MailPreview({ languageId, mailType }: { languageId: number; mailType: string | null }) {
  const [member, setMember] = useState<SampleMember>(null);
  return (
    <DialogFrame
      title={<Trans>Preview</Trans>}
      description={<SampleReader mailType={mailType} />}
      footer={<SendTestButton languageId={languageId} member={member} />}
    >
      <SampleMail
        languageId={languageId}
        mailType={mailType}
        member={member}
        onMemberChange={setMember}
        className="h-[56dvh]"
      />
    </DialogFrame>
  );
}
