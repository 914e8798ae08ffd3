import { VERBS } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { use, useMemo, useState } from 'react';
import { useLanguage } from '../../i18n/use-label.ts';
import { isApiError } from '../../session/api-error.ts';
import { can } from '../../session/user.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SelectInput } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import { firstRecords } from '../../engine/form/first-records.ts';
import { type FieldInputProps, idsOf } from '../../engine/form/inputs/field-input.ts';
import { ModuleGroupContext } from './module-group-context.ts';
import { setGranted, filterGrid, buildRolesGrid, collectRoles } from './roles-grid.ts';
import { RolesTable } from './roles-table.tsx';

export interface RolesChoiceProps {
  value: readonly number[];
  /** The only codes to show, if not all. */
  names?: readonly string[] | undefined;
  /** Omitted for a read-only table. */
  onChange?: (ids: readonly number[]) => void;
  labelledBy?: string;
  describedBy?: string;
  invalid?: boolean;
}

export function RolesInput({ field, value, onChange, controlProps }: FieldInputProps<'references'>) {
  return (
    <RolesChoice
      value={idsOf(value)}
      names={field.names}
      onChange={onChange}
      labelledBy={`${controlProps.id ?? ''}-label`}
      describedBy={controlProps['aria-describedby']}
      invalid={controlProps['aria-invalid']}
    />
  );
}

/** The permissions of a role group or an integration: modules × view, create, edit, delete. */
export function RolesChoice({ value, names, onChange, labelledBy, describedBy, invalid }: RolesChoiceProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const sharedSelection = use(ModuleGroupContext);
  const [ownGroup, setOwnGroup] = useState<number | null>(null);
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(firstRecords('roles'));
  const groups = useMemo(() => buildRolesGrid(data?.rows ?? [], language, names), [data, language, names]);
  const columns = VERBS.filter((verb) => groups.some((g) => g.modules.some((m) => m.roles[verb] !== undefined)));
  const grantedIds = useMemo(() => new Set(value), [value]);
  const group = sharedSelection ? sharedSelection.group : ownGroup;
  const visibleGroups = filterGrid(groups, group, search);
  const allRoles = collectRoles(groups.flatMap((g) => g.modules));
  const count = allRoles.filter((role) => grantedIds.has(role.id)).length;
  const canGrant = (code: string) => onChange !== undefined && can(code);

  if (error) return <ErrorState message={isApiError(error) ? error.message : ''} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-72 w-full" />;
  return (
    <div className="flex max-w-3xl flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="relative min-w-40 flex-1 sm:max-w-64">
          <Search size={15} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-faint" />
          <TextInput
            role="searchbox"
            aria-label={t`Find module`}
            placeholder={t`Find module`}
            value={search}
            onValueChange={setSearch}
            className="pl-8!"
          />
        </span>
        <SelectInput
          aria-label={t`Module group`}
          className="w-44! shrink-0"
          value={group === null ? null : String(group)}
          onValueChange={(next) =>
            (sharedSelection ? sharedSelection.choose : setOwnGroup)(next === null ? null : Number(next))
          }
          options={groups.filter((g) => g.id !== 0).map((g) => ({ value: String(g.id), label: g.name }))}
          emptyLabel={t`All module groups`}
        />
        <span role="status" className="ml-auto text-sm text-muted tabular">
          <Trans>
            {count} of {allRoles.length} rights
          </Trans>
        </span>
      </div>
      {onChange && allRoles.some((role) => !can(role.code)) && (
        <p className="text-xs text-faint">
          <Trans>You can only grant rights you have.</Trans>
        </p>
      )}
      {visibleGroups.length === 0 ? (
        <p className="rounded-md border border-border px-3 py-6 text-center text-muted">
          <Trans>No results..</Trans>
        </p>
      ) : (
        <RolesTable
          groups={visibleGroups}
          grantedIds={grantedIds}
          canGrant={canGrant}
          onGrant={onChange && ((roles, isGranted) => onChange(setGranted(grantedIds, roles, isGranted, canGrant)))}
          labelledBy={labelledBy}
          describedBy={describedBy}
          invalid={invalid}
          columns={columns}
        />
      )}
    </div>
  );
}
