import type { ResourceDefinition } from '@innkeeper/contract';
import type { Cancellation } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatDate } from '../../format/date.ts';
import { type ResourceRecord, displayName } from '../../engine/data/record.ts';
import type { RecordAction } from '../../engine/form/extensions.ts';
import { InfoDialog } from '../../engine/form/info-dialog.tsx';
import { ReasonForm, reasonField } from '../../engine/list/reason-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { cancellationQuery } from './cancellation-query.ts';
import { DigitGroups } from '../../ui/digit-groups.tsx';
import { holdKeys } from '../../ui/typed-ahead.ts';

const ALERT = { alert: true, width: '29rem' } as const;

/**
 * Lists the records deleted or restored with a transaction, and asks for confirmation, or for the reason. Resolves to
 * false if it was dismissed or is not possible.
 */
export async function openCancellationDialog(
  definition: ResourceDefinition,
  record: ResourceRecord,
  action: RecordAction,
): Promise<boolean | string> {
  const name = displayName(definition, record);
  const reasonInput = action === 'delete' ? reasonField(definition) : undefined;
  const response = await openDialog<boolean | string>(
    (onClose) => (
      <CancellationDialog id={record.id} name={name} action={action} reasonInput={reasonInput} onClose={onClose} />
    ),
    ALERT,
  );
  return response ?? false;
}

interface CancellationDialogProps {
  readonly id: number;
  readonly name: string;
  readonly action: RecordAction;
  /** The reason field; undefined if only confirmation is needed. */
  readonly reasonInput: ReturnType<typeof reasonField>;
  readonly onClose: (response?: boolean | string) => void;
}

function CancellationDialog({ id, name, action, reasonInput, onClose }: CancellationDialogProps) {
  const { t } = useLingui();
  const query = useQuery(cancellationQuery(id));
  const form = useId();
  const { data } = query;
  const isDelete = action === 'delete';
  if (isDelete && data && data.redeemed.length > 0) {
    const refundInstead = () => {
      onClose(false);
      void holdKeys(import('./refund-dialog.tsx')).then(({ openRefundDialog }) => openRefundDialog({ id, name }));
    };
    return (
      <InfoDialog
        title={t`${name} cannot be deleted`}
        onClose={() => onClose(false)}
        actions={
          <Button variant="primary" onClick={refundInstead}>
            <Trans>Refund instead…</Trans>
          </Button>
        }
      >
        <BlockingRedemptions redeemed={data.redeemed} />
      </InfoDialog>
    );
  }
  return (
    <InfoDialog
      title={isDelete ? t`Delete ${name}?` : t`Restore ${name}?`}
      query={query}
      isQuestion
      onClose={() => onClose(false)}
      actions={
        data &&
        (reasonInput ? (
          <Button variant="danger" type="submit" form={form}>
            <Trans>Delete</Trans>
          </Button>
        ) : (
          <Button variant="primary" onClick={() => onClose(true)}>
            <Trans>Restore</Trans>
          </Button>
        ))
      }
    >
      {data && (
        <div className="flex flex-col gap-3">
          <Consequences cancellation={data} isDelete={isDelete} />
          {reasonInput && <ReasonForm id={form} {...reasonInput} onReason={onClose} />}
        </div>
      )}
    </InfoDialog>
  );
}

/** Shows the redemptions that prevent the reversal of a sale. */
export const openBlockedDialog = (title: string, { redeemed }: Cancellation): Promise<void> =>
  openDialog(
    (onClose) => (
      <InfoDialog title={title} onClose={() => onClose()}>
        <BlockingRedemptions redeemed={redeemed} />
      </InfoDialog>
    ),
    ALERT,
  );

/** Redemptions that prevent it. */
export function BlockingRedemptions({ redeemed }: Pick<Cancellation, 'redeemed'>) {
  return (
    <div className="flex flex-col gap-2">
      <p>
        <Plural
          value={redeemed.length}
          one="One voucher of this sale is redeemed. Void that redemption before you delete the sale."
          other="# vouchers of this sale are redeemed. Void those redemptions before you delete the sale."
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
  /** True for a reversal, which cannot be restored. */
  readonly isFinal?: boolean;
}

/** The cards and vouchers deleted or restored with it. */
export function Consequences({ cancellation, isDelete = true, isFinal = false }: ConsequencesProps) {
  const { cards, vouchers, refund_of } = cancellation;
  if (refund_of) return <RestoredItems cancellation={cancellation} />;
  if (cards.length === 0 && vouchers === 0) {
    return (
      <p className="text-muted">
        {isDelete ? (
          <Trans>You can restore it, with its lines, from the trash.</Trans>
        ) : (
          <Trans>The transaction is restored with its lines.</Trans>
        )}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <p>{isDelete ? <Trans>Deleted with this sale:</Trans> : <Trans>Restored with this sale:</Trans>}</p>
      <CardsAndVouchers cards={cards} vouchers={vouchers} isUnused={isDelete} />
      {isDelete && !isFinal && (
        <p className="text-muted">
          <Trans>Restoring the sale restores them too.</Trans>
        </p>
      )}
    </div>
  );
}

interface CardsAndVouchersProps extends Pick<Cancellation, 'cards' | 'vouchers'> {
  /** Whether only unused vouchers are counted. */
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
            <Plural value={vouchers} one="# unused voucher" other="# unused vouchers" />
          ) : (
            <Plural value={vouchers} one="# voucher" other="# vouchers" />
          )}
        </li>
      )}
    </ul>
  );
}

/** The cards and vouchers that become valid again when a refund is cancelled. */
function RestoredItems({ cancellation: { cards, vouchers } }: Pick<ConsequencesProps, 'cancellation'>) {
  return (
    <div className="flex flex-col gap-2">
      {cards.length > 0 && (
        <>
          <p>
            <Trans>Cancelling this refund makes these valid again:</Trans>
          </p>
          <CardsAndVouchers cards={cards} vouchers={vouchers} isUnused />
        </>
      )}
      <p className="text-muted">
        <Trans>A cancelled refund cannot be restored. You can refund the sale again.</Trans>
      </p>
    </div>
  );
}
