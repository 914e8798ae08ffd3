import { DeskHotelPicker } from '../../domain/desk-hotel-picker.tsx';
import { useSaleContext } from '../../domain/use-sale-context.ts';
import { useUser } from '../../session/user.ts';
import { DaySkeleton } from './day-skeleton.tsx';
import { DeskDay } from './desk-day.tsx';

/** The day of the front desk's hotel. With several hotels, the one last chosen on this device, or a choice. */
export function DashboardDay() {
  const saleContext = useSaleContext();
  const [onlyHotel, ...otherHotels] = useUser()?.hotels ?? [];
  const hotelId = (otherHotels.length === 0 ? onlyHotel?.id : undefined) ?? saleContext.hotel?.id;
  if (hotelId !== undefined) {
    const picker = otherHotels.length > 0 ? <DeskHotelPicker saleContext={saleContext} /> : null;
    return <DeskDay hotelId={hotelId} aside={picker} />;
  }
  if (saleContext.hasNoHotel) return null;
  return saleContext.hotels.length > 1 ? (
    <div className="mb-4">
      <DeskHotelPicker saleContext={saleContext} />
    </div>
  ) : (
    <DaySkeleton />
  );
}
