import type { RecordPageProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { UserNotices } from './user-notices.tsx';

/** A user: first the notices for an administrator, then the data, the places and the history. */
export const UserPage = ({ definition, id }: RecordPageProps) => (
  <RecordScreen definition={definition} id={id} Summary={UserNotices} />
);
