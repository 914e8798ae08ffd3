import type { ReactNode } from 'react';

interface NamedMemberProps {
  readonly label: ReactNode;
  readonly member: { readonly id: number; readonly name: string };
}
/** A member with its id, labelled like a field. */
export const NamedMember = ({ label, member }: NamedMemberProps) => (
  <p>
    <span className="block text-sm font-medium text-muted">{label}</span>
    {member.name} <span className="text-muted tabular">#{member.id}</span>
  </p>
);
