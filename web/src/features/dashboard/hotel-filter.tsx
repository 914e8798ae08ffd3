import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { hotelsQuery, regionsQuery } from '../../session/reference-data.ts';
import { useUser } from '../../session/user.ts';
import { ChoiceButton } from '../../ui/choice-button.tsx';

/** The selected hotels: one hotel, the hotels of a region, or all visible ones. */
export interface HotelSelection {
  readonly hotel_id?: number;
  readonly region_id?: number;
}

export interface HotelFilterProps {
  value: HotelSelection;
  onValueChange: (selection: HotelSelection) => void;
}

const toOptionValue = ({ hotel_id, region_id }: HotelSelection): string | null =>
  hotel_id !== undefined ? `hotel_id/${hotel_id}` : region_id !== undefined ? `region_id/${region_id}` : null;

/** Selects the hotels to count; shown to users with more than one in scope. */
export function HotelFilter({ value, onValueChange }: HotelFilterProps) {
  const { t } = useLingui();
  const user = useUser();
  const { data: hotels } = useQuery(hotelsQuery);
  const { data: regions = [] } = useQuery(regionsQuery);
  // Its place is kept until the hotels are known, because most users beyond one hotel have several.
  if (hotels ? hotels.length < 2 : user?.access_level === 'property') return null;
  // A choice of regions only helps users who see several.
  const visibleRegions = user?.access_level === 'group' ? regions : [];
  const options = [
    ...visibleRegions.map(({ id, name }) => ({ value: `region_id/${id}`, label: t`${name} (region)` })),
    ...(hotels ?? []).map(({ id, name }) => ({ value: `hotel_id/${id}`, label: name })),
  ];
  return (
    <ChoiceButton
      label={t`Hotels`}
      value={toOptionValue(value) ?? ''}
      onValueChange={(optionValue) => {
        const [name, id] = optionValue.split('/');
        onValueChange(
          name === 'hotel_id' ? { hotel_id: Number(id) } : name === 'region_id' ? { region_id: Number(id) } : {},
        );
      }}
      className="ml-auto w-64! max-sm:w-full! print:hidden!"
      options={[{ value: '', label: t`All hotels` }, ...options]}
    />
  );
}
