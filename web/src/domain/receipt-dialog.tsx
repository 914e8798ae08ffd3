import { type Language, permission, resources } from '@innkeeper/contract';
import type { PrintedReceipt } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import FileText from 'lucide-react/icons/file-text';
import Send from 'lucide-react/icons/send';
import { useRef, useState } from 'react';
import { refreshResources } from '../engine/data/mutations.ts';
import { useIdempotencyKey } from '../engine/data/idempotent-send.ts';
import { formatDate } from '../format/date.ts';
import { LANGUAGE_NAMES } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-label.ts';
import { requestData } from '../session/request.ts';
import { queryClient } from '../session/query-client.ts';
import { can } from '../session/user.ts';
import { useFocusOnMount } from '../ui/focus-on-mount.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { openDialog } from '../ui/dialog-store.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { showMessage } from '../ui/message-store.ts';
import { Segmented } from '../ui/segmented.tsx';

const { transaction } = resources;

interface PrintableTransaction {
  readonly id: number;
  readonly transaction_no: string;
  /** The receipt can be sent to a member. */
  readonly hasMember: boolean;
}

/** Whether the user may print receipts of transactions. */
export const canPrintReceipt = (): boolean =>
  can(permission('STORE', transaction.permission), permission('UPDATE', transaction.permission));

/** Prompts for the language of a transaction's receipt, then prints it or sends it to the member. */
export const openReceiptDialog = (sale: PrintableTransaction): Promise<void> =>
  openDialog((onClose) => <ReceiptDialog sale={sale} onClose={onClose} />, { width: '28rem' });

function ReceiptDialog({ sale, onClose }: { sale: PrintableTransaction; onClose: () => void }) {
  const { t } = useLingui();
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [printedReceipt, setPrintedReceipt] = useState<PrintedReceipt | null>(null);
  const [pendingAction, setPendingAction] = useState<'print' | 'mail' | null>(null);
  const getIdempotencyKey = useIdempotencyKey();
  const { id } = sale;

  const runAction = async (
    action: 'print' | 'mail',
    send: (headers: Readonly<Record<string, string>>) => Promise<void>,
  ) => {
    if (pendingAction !== null) return;
    setPendingAction(action);
    try {
      await send({ 'Idempotency-Key': getIdempotencyKey({ action, language }) });
      await refreshResources(queryClient);
    } catch {
      // The error has already been shown.
    } finally {
      setPendingAction(null);
    }
  };
  const printReceipt = () =>
    runAction('print', async (headers) => {
      const request = { path: { id }, body: { language } };
      setPrintedReceipt(await requestData('POST /api/transaction/{id}/receipt', request, { headers }));
    });
  const sendByMail = () =>
    runAction('mail', async (headers) => {
      const data = await requestData(
        'POST /api/transaction/{id}/receipt/mail',
        { path: { id }, body: {} },
        { headers },
      );
      const [number, recipient] = [data.receipt_no, data.recipient ?? t`the guest`];
      showMessage({ message: t`Receipt ${number} is being sent to ${recipient}.`, variant: 'success' });
      onClose();
    });

  return (
    <DialogFrame
      title={t`Receipt of ${sale.transaction_no}`}
      description={t`The first print gets the hotel’s next receipt number. Later prints are marked as copies.`}
      footer={
        printedReceipt ? (
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <>
            {sale.hasMember && (
              <Button icon={<Send size={16} />} pending={pendingAction === 'mail'} onClick={() => void sendByMail()}>
                <Trans>Send by email</Trans>
              </Button>
            )}
            <Button variant="primary" pending={pendingAction === 'print'} onClick={() => void printReceipt()}>
              <Trans>Print</Trans>
            </Button>
          </>
        )
      }
    >
      {printedReceipt ? (
        <PrintedReceiptView printedReceipt={printedReceipt} />
      ) : (
        <>
          <Segmented
            label={t`Language`}
            value={language}
            onValueChange={setLanguage}
            // Its keys are the languages.
            options={Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value: value as Language, label }))}
          />
          {sale.hasMember && (
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
function PrintedReceiptView({ printedReceipt }: { printedReceipt: PrintedReceipt }) {
  const linkRef = useRef<HTMLAnchorElement>(null);
  useFocusOnMount(linkRef);
  const receiptDate = formatDate(printedReceipt.receipt_date);
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-3">
      <p>
        <span className="block text-lg font-semibold break-all tabular">{printedReceipt.receipt_no}</span>
        <span className="flex items-center gap-2 text-sm text-muted">
          {receiptDate}
          {printedReceipt.is_copy && (
            <Badge tone="warning">
              <Trans>Copy {printedReceipt.copies}</Trans>
            </Badge>
          )}
        </span>
      </p>
      <a
        ref={linkRef}
        href={printedReceipt.file_url}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('primary')}
      >
        <FileText size={16} />
        <Trans>Open PDF</Trans>
      </a>
    </div>
  );
}
