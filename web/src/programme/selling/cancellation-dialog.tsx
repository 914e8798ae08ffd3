import type { ResourceDefinition } from '@innkeeper/contract';
import type { Cancellation } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatDate } from '../../format/date.ts';
import { type ResourceRecord, displayName } from '../../engine/data/record.ts';
import type { RecordAction } from '../../engine/form/extensions.ts';
import { ReasonForm, reasonField } from '../../engine/list/reason-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { cancellationQuery } from './cancellation-query.ts';
import { DigitGroups } from '../../ui/digit-groups.tsx';

/**
 * Names the records that go along with a transaction's deletion or restoration, and asks whether to go on, or why; false if it
 * was dismissed or cannot be.
 */
export async function askCancellation(
  definition: ResourceDefinition,
  record: ResourceRecord,
  action: RecordAction,
): Promise<boolean | string> {
  const name = displayName(definition, record);
  const asked = action === 'delete' ? reasonField(definition) : undefined;
  const answer = await openDialog<boolean | string>(
    (close) => <CancellationDialog id={record.id} name={name} action={action} asked={asked} close={close} />,
    { alert: true, width: '29rem' },
  );
  return answer ?? false;
}

interface CancellationDialogProps {
  readonly id: number;
  readonly name: string;
  readonly action: RecordAction;
  /** How the reason is asked for. */
  readonly asked: ReturnType<typeof reasonField>;
  readonly close: (answer?: boolean | string) => void;
}

function CancellationDialog({ id, name, action, asked, close }: CancellationDialogProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(cancellationQuery(id));
  const isDelete = action === 'delete';
  const form = useId();
  const isRefused = isDelete && data !== undefined && data.redeemed.length > 0;
  return (
    <DialogFrame
      title={isRefused ? t`${name} cannot be deleted` : isDelete ? t`Delete ${name}?` : t`Restore ${name}?`}
      footer={
        <>
          <Button data-first-focus onClick={() => close(false)}>
            {isRefused ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
          {isRefused && (
            <Button
              variant="primary"
              onClick={() => {
                close(false);
                void import('./refund-dialog.tsx').then(({ askRefund }) => askRefund({ id, name }));
              }}
            >
              <Trans>Refund instead…</Trans>
            </Button>
          )}
          {data &&
            !isRefused &&
            (asked ? (
              <Button variant="danger" type="submit" form={form}>
                <Trans>Delete</Trans>
              </Button>
            ) : (
              <Button variant="primary" onClick={() => close(true)}>
                <Trans>Restore</Trans>
              </Button>
            ))}
        </>
      }
    >
      {data ? (
        isRefused ? (
          <Redeemed redeemed={data.redeemed} />
        ) : (
          <div className="flex flex-col gap-3">
            <Consequences cancellation={data} isDelete={isDelete} />
            {asked && <ReasonForm id={form} {...asked} onReason={close} />}
          </div>
        )
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-2 py-1">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
    </DialogFrame>
  );
}

/** Redemptions that stand in the way. */
export function Redeemed({ redeemed }: Pick<Cancellation, 'redeemed'>) {
  return (
    <div className="flex flex-col gap-2">
      <p>
        <Plural
          value={redeemed.length}
          one="A voucher of this sale was redeemed. Void that redemption first; then the sale can be deleted."
          other="# vouchers of this sale were redeemed. Void those redemptions first; then the sale can be deleted."
        />
      </p>
      <ul className="flex flex-col gap-1.5">
        {redeemed.map(({ redeem_no, voucher_no, redeem_hotel, day }) => (
          <li key={redeem_no} className="rounded-md bg-sunken px-3 py-2 text-sm tabular">
            <span className="font-medium">{redeem_no}</span> · {voucher_no}
            <span className="block text-muted">
              {formatDate(day)} · {redeem_hotel}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ConsequencesProps {
  readonly cancellation: Cancellation;
  readonly isDelete?: boolean;
  /** It is a reversal, which nothing brings back. */
  readonly isFinal?: boolean;
}

/** The cards and vouchers that go along, or come back. */
export function Consequences({ cancellation, isDelete = true, isFinal = false }: ConsequencesProps) {
  const { cards, vouchers, refund_of } = cancellation;
  if (refund_of) return <Resumed cancellation={cancellation} />;
  if (cards.length === 0 && vouchers === 0) {
    return (
      <p className="text-muted">
        {isDelete ? (
          <Trans>It moves to the trash with its details and can be restored.</Trans>
        ) : (
          <Trans>It comes back with its details.</Trans>
        )}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <p>{isDelete ? <Trans>With this sale go:</Trans> : <Trans>With this sale come back:</Trans>}</p>
      <CardsAndVouchers cards={cards} vouchers={vouchers} isUnused={isDelete} />
      {isDelete && !isFinal && (
        <p className="text-muted">
          <Trans>Restoring the sale brings the same ones back.</Trans>
        </p>
      )}
    </div>
  );
}

interface CardsAndVouchersProps extends Pick<Cancellation, 'cards' | 'vouchers'> {
  /** Whether only vouchers that were not used are counted. */
  readonly isUnused: boolean;
}

function CardsAndVouchers({ cards, vouchers, isUnused }: CardsAndVouchersProps) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 tabular marker:text-faint">
      {cards.map(({ id, sbec_no, membership }) => (
        <li key={id}>
          <Trans>
            card <DigitGroups number={sbec_no} />, {membership.name}
          </Trans>
        </li>
      ))}
      {vouchers > 0 && (
        <li>
          {isUnused ? (
            <Plural value={vouchers} one="# voucher that was not used" other="# vouchers that were not used" />
          ) : (
            <Plural value={vouchers} one="# voucher" other="# vouchers" />
          )}
        </li>
      )}
    </ul>
  );
}

/** What runs again where a refund is cancelled. */
function Resumed({ cancellation: { cards, vouchers } }: Pick<ConsequencesProps, 'cancellation'>) {
  return (
    <div className="flex flex-col gap-2">
      {cards.length > 0 && (
        <>
          <p>
            <Trans>When this refund is cancelled, these become valid again:</Trans>
          </p>
          <CardsAndVouchers cards={cards} vouchers={vouchers} isUnused />
        </>
      )}
      <p className="text-muted">
        <Trans>A cancelled refund cannot be restored. The sale can be refunded again.</Trans>
      </p>
    </div>
  );
}
