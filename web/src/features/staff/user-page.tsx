import type { RecordPageProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { UserNotices } from './user-notices.tsx';

/** A user: notices for administrators, then data, hotels and regions, and history. */
export const UserPage = ({ definition, id }: RecordPageProps) => (
  <RecordScreen definition={definition} id={id} Summary={UserNotices} />
);
