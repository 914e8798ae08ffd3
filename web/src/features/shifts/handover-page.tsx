import { type ShiftPeriod, shiftPeriodField } from '@innkeeper/contract';
import type { Shift } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Building from 'lucide-react/icons/building';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Printer from 'lucide-react/icons/printer';
import Send from 'lucide-react/icons/send';
import { DeskHotelPicker } from '../../domain/desk-hotel-picker.tsx';
import { NoHotel } from '../../domain/no-hotel.tsx';
import { type SaleContext, useSaleContext } from '../../domain/use-sale-context.ts';
import { formatDateTime } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { useUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PrintedFacts } from '../../ui/printed-facts.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectInput } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EntryTable } from './entry-table.tsx';
import { PaymentTable } from './payment-table.tsx';
import { openHandoverDialog } from './handover-dialog.tsx';
import { type ShiftQuery, shiftQuery } from './shift-calls.ts';
import { Signatures } from './signatures.tsx';
import { UnfinishedSales } from './unfinished-sales.tsx';

/** A shift on one page, to be printed or sent to the colleague who takes over. */
export function HandoverPage() {
  const { t } = useLingui();
  const [{ period, isMine }, saleContext, changeQuery] = useShiftQuery();
  const { hotel } = saleContext;
  const query: ShiftQuery | null = hotel && { hotelId: hotel.id, period, isMine };
  return (
    <Page
      title={t`Handover`}
      aside={
        // On a phone below the title and the button.
        <div className="max-sm:order-1 max-sm:w-full">
          <DeskHotelPicker saleContext={saleContext} />
        </div>
      }
      actions={
        query && (
          <>
            <Button className="max-sm:hidden" icon={<Printer size={16} />} onClick={() => window.print()}>
              <Trans>Print</Trans>
            </Button>
            <Button variant="primary" icon={<Send size={16} />} onClick={() => void openHandoverDialog(query)}>
              <Trans>Send…</Trans>
            </Button>
          </>
        )
      }
      boxed
    >
      {query ? (
        <>
          <ShiftFilter period={period} isMine={isMine} onChange={changeQuery} />
          <ShiftContent query={query} />
        </>
      ) : saleContext.hasNoHotel ? (
        <NoHotel />
      ) : saleContext.hotels.length > 0 ? (
        <EmptyState icon={<Building size={20} />} title={<Trans>No hotel chosen</Trans>}>
          <Trans>Choose the hotel of the shift above.</Trans>
        </EmptyState>
      ) : (
        <ShiftSkeleton />
      )}
    </Page>
  );
}

type ChangeQuery = (changes: Partial<Omit<ShiftQuery, 'hotelId'>>) => void;

/**
 * The shift in the address, by default the user's own entries of today, at the hotel of this front desk. Choosing
 * another hotel changes the address only: the front desk stays where it is.
 */
function useShiftQuery(): [Omit<ShiftQuery, 'hotelId'>, SaleContext, ChangeQuery] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const deskContext = useSaleContext();
  const period = shiftPeriodField.choices.find(({ value }) => value === search['period'])?.value ?? 'today';
  const isMine = search['user'] !== 'all';
  const hotel = deskContext.hotels.find(({ id }) => id === search['hotel_id']) ?? deskContext.hotel;
  const open = (values: { hotelId: number | undefined; period: ShiftPeriod; isMine: boolean }) =>
    void navigate({
      to: '.',
      search: {
        hotel_id: values.hotelId,
        period: values.period === 'today' ? undefined : values.period,
        user: values.isMine ? undefined : 'all',
      },
      replace: true,
    });
  const shown = { hotelId: Number(search['hotel_id']) || undefined, period, isMine };
  return [
    { period, isMine },
    { ...deskContext, hotel, chooseHotel: (id) => open({ ...shown, hotelId: id ?? undefined }) },
    (changes) => open({ ...shown, ...changes }),
  ];
}

function ShiftFilter({ period, isMine, onChange }: Omit<ShiftQuery, 'hotelId'> & { onChange: ChangeQuery }) {
  const { t } = useLingui();
  const label = useLabel();
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <div className="w-48">
        <SelectInput
          aria-label={label(shiftPeriodField.label)}
          value={period}
          onValueChange={(value) =>
            onChange({ period: shiftPeriodField.choices.find((choice) => choice.value === value)?.value ?? 'today' })
          }
          options={shiftPeriodField.choices.map((choice) => ({ value: choice.value, label: label(choice.label) }))}
        />
      </div>
      <Segmented
        label={t`Entries`}
        value={isMine ? 'mine' : 'all'}
        onValueChange={(value) => onChange({ isMine: value === 'mine' })}
        options={[
          { value: 'mine', label: t`Mine` },
          { value: 'all', label: t`Everyone’s` },
        ]}
      />
    </div>
  );
}

function ShiftContent({ query }: { query: ShiftQuery }) {
  const { t } = useLingui();
  const user = useUser();
  const { data, error, isPlaceholderData, refetch } = useQuery(shiftQuery(query));
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <ShiftSkeleton />;
  const zone = data.hotel.time_zone;
  const [from, to] = [formatDateTime(data.from, zone), formatDateTime(data.to, zone)];
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
      <p className="mb-4 text-muted tabular">
        <Trans>
          {from} to {to}
        </Trans>
        {' · '}
        {data.user ? data.user.name : <Trans>Everyone’s entries</Trans>}
      </p>
      <div className="report flex flex-col gap-6">
        {isEmpty(data) ? (
          <EmptyState icon={<ClipboardList size={20} />} title={<Trans>Nothing recorded in this period</Trans>}>
            {query.isMine && <Trans>Show everyone’s entries, or choose another period.</Trans>}
          </EmptyState>
        ) : (
          <>
            {data.payments && <PaymentTable payments={data.payments} />}
            <EntryTable title={t`Sold`} activity={data.sold} shift={data} hasPayment />
            <EntryTable title={t`Redeemed`} activity={data.redeemed} shift={data} />
            <EntryTable title={t`Posted`} activity={data.posted} shift={data} />
            <EntryTable title={t`Undone`} activity={data.undone} shift={data} hasReason />
          </>
        )}
      </div>
      <UnfinishedSales />
      <Signatures />
      <PrintedFacts
        facts={[
          [t`Hotel`, data.hotel.name],
          [t`Printed by`, user?.displayName ?? ''],
        ]}
      />
    </div>
  );
}

const isEmpty = ({ sold, redeemed, posted, undone, payments }: Shift): boolean =>
  [sold, redeemed, posted, undone].every((part) => (part?.number ?? 0) === 0) && (payments ?? []).length === 0;

function ShiftSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-6 w-96 max-w-full" />
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}
