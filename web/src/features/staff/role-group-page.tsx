import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { RecordPageProps } from '../../engine/form/extensions.ts';
import { ModuleGroupContext } from './module-group-context.ts';
import { recordPath } from '../../engine/form/record-path.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';

/** A role group; `/others/role-group/:id/:group` shows only the permissions of one module group. */
export function RoleGroupPage({ definition, id }: RecordPageProps) {
  const navigate = useNavigate();
  const path = useLocation({ select: (l) => l.pathname });
  const recordHome = recordPath(definition, id);
  const group = Number(path.slice(recordHome.length + 1)) || null;
  const choice = useMemo(
    () => ({
      group,
      choose: (groupId: number | null) =>
        void navigate({ to: groupId === null ? recordHome : `${recordHome}/${groupId}`, replace: true }),
    }),
    [group, recordHome, navigate],
  );
  return (
    <ModuleGroupContext value={choice}>
      <RecordScreen definition={definition} id={id} />
    </ModuleGroupContext>
  );
}
