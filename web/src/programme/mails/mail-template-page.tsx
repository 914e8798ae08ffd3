import type { RecordPageProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { TemplateDesk } from './template-desk.tsx';

/** A mail template: written in all its languages beside the mail that becomes of it, then its data and its lists. */
export const MailTemplatePage = ({ definition, id }: RecordPageProps) => (
  <RecordScreen definition={definition} id={id} isWide Overview={TemplateDesk} />
);
