import { type Language, permission, resources } from '@innkeeper/contract';
import type { PrintedReceipt } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import FileText from 'lucide-react/icons/file-text';
import Send from 'lucide-react/icons/send';
import { useRef, useState } from 'react';
import { refreshResources } from '../../engine/data/mutations.ts';
import { useIdempotencyKey } from '../../engine/data/idempotent-send.ts';
import { formatDate } from '../../format/date.ts';
import { LANGUAGE_NAMES } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { sendRequest } from '../../session/request.ts';
import { queryClient } from '../../session/query-client.ts';
import { can } from '../../session/user.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { Segmented } from '../../ui/segmented.tsx';

const { transaction } = resources;

interface Sold {
  readonly id: number;
  readonly transaction_no: string;
  /** The receipt can be sent to a member. */
  readonly hasMember: boolean;
}

/** Whether the user may print receipts of transactions. */
export const canPrintReceipt = (): boolean =>
  can(permission('STORE', transaction.permission), permission('UPDATE', transaction.permission));

/** Prompts for the language of a transaction's receipt, then prints it or sends it to the member. */
export const openReceiptDialog = (sold: Sold): Promise<void> =>
  openDialog((close) => <ReceiptDialog sold={sold} close={close} />, { width: '28rem' });

function ReceiptDialog({ sold, close }: { sold: Sold; close: () => void }) {
  const { t } = useLingui();
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [printed, setPrinted] = useState<PrintedReceipt | null>(null);
  const [busy, setBusy] = useState<'print' | 'mail' | null>(null);
  const keyOf = useIdempotencyKey();
  const { id } = sold;

  const runAction = async (
    action: 'print' | 'mail',
    work: (headers: Readonly<Record<string, string>>) => Promise<void>,
  ) => {
    if (busy !== null) return;
    setBusy(action);
    try {
      await work({ 'Idempotency-Key': keyOf({ action, language }) });
      await refreshResources(queryClient);
    } catch {
      // The error has already been shown.
    } finally {
      setBusy(null);
    }
  };
  const print = () =>
    runAction('print', async (headers) => {
      const call = { path: { id }, body: { language } };
      setPrinted((await sendRequest('POST /api/transaction/{id}/receipt', call, { headers })).data);
    });
  const mail = () =>
    runAction('mail', async (headers) => {
      const { data } = await sendRequest(
        'POST /api/transaction/{id}/receipt/mail',
        { path: { id }, body: {} },
        { headers },
      );
      const [number, to] = [data.receipt_no, data.recipient ?? t`the guest`];
      showMessage({ message: t`Receipt ${number} is being sent to ${to}.`, variant: 'success' });
      close();
    });

  return (
    <DialogFrame
      title={t`Receipt of ${sold.transaction_no}`}
      description={t`The first print gets the hotel’s next receipt number. Later prints are marked as copies.`}
      footer={
        printed ? (
          <Button onClick={close}>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <>
            {sold.hasMember && (
              <Button
                icon={<Send size={16} aria-hidden="true" />}
                pending={busy === 'mail'}
                onClick={() => void mail()}
              >
                <Trans>Send by email</Trans>
              </Button>
            )}
            <Button variant="primary" pending={busy === 'print'} onClick={() => void print()}>
              <Trans>Print</Trans>
            </Button>
          </>
        )
      }
    >
      {printed ? (
        <PrintedReceiptView printed={printed} />
      ) : (
        <>
          <Segmented
            label={t`Language`}
            value={language}
            onValueChange={setLanguage}
            // Its keys are the languages.
            options={Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value: value as Language, label }))}
          />
          {sold.hasMember && (
            <p className="mt-2 text-sm text-muted">
              <Trans>Sent in the language of the member’s country.</Trans>
            </p>
          )}
        </>
      )}
    </DialogFrame>
  );
}

/** The receipt number with a link to the PDF: a window opened automatically might be blocked. */
function PrintedReceiptView({ printed }: { printed: PrintedReceipt }) {
  const link = useRef<HTMLAnchorElement>(null);
  useFocusOnMount(link);
  const day = formatDate(printed.receipt_date);
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-3">
      <p>
        <span className="block text-lg font-semibold break-all tabular">{printed.receipt_no}</span>
        <span className="flex items-center gap-2 text-sm text-muted">
          {day}
          {printed.is_copy && (
            <Badge tone="warning">
              <Trans>Copy {printed.copies}</Trans>
            </Badge>
          )}
        </span>
      </p>
      <a ref={link} href={printed.file_url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
        <FileText size={16} aria-hidden="true" />
        <Trans>Open PDF</Trans>
      </a>
    </div>
  );
}
