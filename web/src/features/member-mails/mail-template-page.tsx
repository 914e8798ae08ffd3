import type { RecordPageProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { TemplateEditor } from './template-editor.tsx';

/** A mail template: its texts in all languages next to the resulting mail, then its data and its lists. */
export const MailTemplatePage = ({ definition, id }: RecordPageProps) => (
  <RecordScreen definition={definition} id={id} isWide Overview={TemplateEditor} />
);
