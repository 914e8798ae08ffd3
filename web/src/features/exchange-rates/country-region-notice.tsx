import { WORLD_REGION, resources } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { openFirstCountry } from '../../domain/setup-actions.tsx';
import { recordQuery } from '../../engine/data/queries.ts';
import { nestedAt } from '../../engine/data/record.ts';
import type { FieldNoticeProps } from '../../engine/form/extensions.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';

/** Below the country of a hotel: a country outside the regions of the group is put into one first, in place. */
export function CountryRegionNotice({ value }: FieldNoticeProps) {
  const id = typeof value === 'number' ? value : 0;
  const { data: country } = useQuery({
    ...recordQuery(resources.country, id),
    enabled: id > 0 && can('VIEW_COUNTRY', 'UPDATE_COUNTRY'),
  });
  if (!country || nestedAt(country, 'region')?.code !== WORLD_REGION) return null;
  const name = String(country['name']);
  return (
    <div role="status" className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-warning-text">
      <Trans>{name} is in no region of the group yet.</Trans>
      {can('UPDATE_COUNTRY') && (
        <Button size="small" onClick={() => void openFirstCountry(id)}>
          <Trans>Add {name} to a region…</Trans>
        </Button>
      )}
    </div>
  );
}
