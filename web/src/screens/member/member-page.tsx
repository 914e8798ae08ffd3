import type { RecordPageProps } from '../../resource/form/extensions.ts';
import { type RecordPartProps, RecordScreen } from '../../resource/form/record-screen.tsx';
import { displayName } from '../../resource/data/record.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { MemberSummary } from './member-summary.tsx';

/** A member: who it is, how the membership stands, how to reach them; then the data and the history. */
export function MemberPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Emblem={MemberEmblem} Summary={MemberSummary} />;
}

function MemberEmblem({ definition, record }: RecordPartProps) {
  return <Avatar name={displayName(definition, record)} size={48} />;
}
