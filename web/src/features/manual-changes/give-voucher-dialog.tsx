import { MAX_VOUCHER_GIFTS, voucherGiftBody } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SelectionPreview } from '../../domain/selection-preview.tsx';
import type { BulkTarget } from '../../engine/data/mutations.ts';
import { openCallDialog } from '../../engine/form/call-dialog.tsx';
import { formatNumber } from '../../format/number.ts';
import { requestData } from '../../session/request.ts';
import { showMessage } from '../../ui/message-store.ts';

const CALL = 'POST /api/member/voucher_gift';

/** Prompts for a voucher and gives it to the selected members. Resolves to whether it was given. */
export async function openGiveVoucherDialog(target: BulkTarget, memberCount: number): Promise<boolean> {
  const count = formatNumber(memberCount);
  const max = formatNumber(MAX_VOUCHER_GIFTS);
  if (memberCount > MAX_VOUCHER_GIFTS) {
    showMessage({ message: t`Select at most ${max} members to give a voucher.`, variant: 'warning' });
    return false;
  }
  return openCallDialog({
    call: CALL,
    fixed: { ...target },
    width: '32rem',
    title: plural(memberCount, { one: `Give ${count} member a voucher`, other: `Give ${count} members a voucher` }),
    description: t`A manual voucher for the active card of each, valid from today`,
    submitLabel: <Trans>Give voucher</Trans>,
    fields: voucherGiftBody,
    preview: ({ voucher_id: voucherId, valid_until_date: until }) =>
      typeof voucherId === 'number' && (
        <GiftPreview
          target={target}
          voucherId={voucherId}
          until={typeof until === 'string' && isDay(until) ? until : null}
        />
      ),
    onSent: ({ data: { given } }) => {
      const givenCount = formatNumber(given);
      showMessage({
        message: plural(given, { one: `${givenCount} voucher given.`, other: `${givenCount} vouchers given.` }),
        variant: 'success',
      });
    },
  });
}

/** A date field may contain a text that is no day yet. */
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

interface GiftPreviewProps {
  target: BulkTarget;
  voucherId: number;
  until: string | null;
}

function GiftPreview({ target, voucherId, until }: GiftPreviewProps) {
  return (
    <SelectionPreview
      queryKey={[CALL, target, voucherId, until]}
      load={async () => {
        const body = { ...target, voucher_id: voucherId, valid_until_date: until, dry_run: 1 } as const;
        const { given, left_out } = await requestData(CALL, { body }, { announce: false });
        return { reached: given, leftOut: left_out };
      }}
      describe={(reached) => {
        const count = formatNumber(reached);
        return plural(reached, {
          one: `${count} member gets the voucher.`,
          other: `${count} members get the voucher.`,
        });
      }}
    />
  );
}
