import { type SaleType, formatMessage } from '@innkeeper/contract';
import type { SaleResponse, SaleInput } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { currentLanguage } from '../../i18n/language.ts';
import { refreshResources } from '../../engine/data/mutations.ts';
import { type ApiError, isApiError, needsApproval } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { currentUser } from '../../session/user.ts';
import { showMessage } from '../../ui/message-store.ts';
import { requestApproval } from '../../domain/request-approval.ts';
import { saveSaleDefaults } from './sale-defaults.ts';
import { type Sale, type StepName, toSaleInput, locateField, stepsOf } from './sale.ts';
import { sell } from './sale-calls.ts';
import { deleteSaleDraft } from './sale-drafts.ts';
import type { SaleForms } from './use-sale-forms.ts';

/** The error of a whole sale, or of one of its steps. */
export interface Problem {
  readonly step: StepName;
  readonly message: string;
  /** No response arrived: the sale may have been made, and can be sent again. */
  readonly isOutcomeUnknown?: boolean;
}

export interface SaleSubmission {
  readonly isPending: boolean;
  readonly problem: Problem | null;
  readonly send: () => Promise<void>;
  /** Clears the problem before another attempt. */
  readonly clear: () => void;
}

interface SaleSubmissionInput {
  readonly sale: Sale;
  readonly type: SaleType | null;
  readonly hotelId: number | null;
  /** The card that the offers are based on. */
  readonly cardId: number | null;
  readonly updateSale: (changes: Partial<Sale>) => void;
  readonly forms: SaleForms;
  readonly onSold: (response: SaleResponse, sale: Sale) => void;
}

const KEY_HEADER = 'Idempotency-Key';

/** Sends a sale, with retries if needed. The idempotency key prevents a second sale. */
export function useSaleSubmission({
  sale,
  type,
  hotelId,
  cardId,
  updateSale,
  forms,
  onSold,
}: SaleSubmissionInput): SaleSubmission {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // A second click can arrive before the next render.
  const isInProgress = useRef(false);
  const navigate = useNavigate();

  const completeSale = (response: SaleResponse) => {
    const user = currentUser()?.id ?? 0;
    deleteSaleDraft(localStorage, user, sale.key);
    saveSaleDefaults(localStorage, user, {
      hotelId,
      seller: typeof sale.payment['marketing_name'] === 'string' ? sale.payment['marketing_name'] : null,
    });
    onSold(response, sale);
    void refreshResources(queryClient);
  };

  const showRejection = (error: ApiError) => {
    const fieldErrors = Object.entries(error.errors).map(([path, messages]) => ({
      target: locateField(path),
      messages,
    }));
    const failedStep = stepsOf(sale).find((step) => fieldErrors.some(({ target }) => target?.step === step));
    for (const { target, messages } of fieldErrors) {
      if (!target || target.field === null) continue;
      // The other steps have no form.
      const form = { guest: forms.guestForm, payment: forms.paymentForm }[target.step as string];
      form?.setError(target.field, { type: 'server', message: messages.join(' ') });
    }
    const otherMessages = fieldErrors
      .filter(({ target }) => target === null || target.field === null)
      .flatMap(({ messages }) => messages);
    const otherText = otherMessages.map((message) => formatMessage(message, currentLanguage())).join(' ');
    if (failedStep === undefined || otherText !== '' || error.status !== 422)
      setProblem({ step: failedStep ?? 'summary', message: otherText || error.message });
    if (failedStep !== undefined) updateSale({ step: failedStep });
    void refreshResources(queryClient);
  };

  /**
   * A sale above a limit waits for another user's approval, and is made when they approve. Its draft is deleted, so
   * that it is not sold twice.
   */
  const offerApproval = async (input: SaleInput, explanation: string) => {
    const call = sale.isFree ? 'POST /api/transaction/free_membership' : 'POST /api/transaction/wizard';
    if (!(await requestApproval({ call, body: input }, explanation))) return;
    await navigate({ to: '/others/approval' });
    deleteSaleDraft(localStorage, currentUser()?.id ?? 0, sale.key);
  };

  /** If an earlier attempt with other values succeeded, its response is used. */
  const sellIdempotently = async (input: SaleInput): Promise<SaleResponse> => {
    try {
      return await sell(input, sale.key, sale.isFree);
    } catch (error) {
      if (!isApiError(error) || !sale.sent || !Object.hasOwn(error.errors, KEY_HEADER)) throw error;
      const response = await sell(sale.sent, sale.key, sale.isFree);
      showMessage({
        message: t`This sale had already gone through. Your later changes were not applied.`,
        variant: 'warning',
      });
      return response;
    }
  };

  const attemptSale = async (input: SaleInput) => {
    // Saved before sending, so that a closed tab can find out later whether it was sold.
    updateSale({ sent: sale.sent ?? input });
    try {
      completeSale(await sellIdempotently(input));
    } catch (error) {
      if (!isApiError(error)) throw error;
      const isOutcomeUnknown = error.status === 0 || error.status >= 500;
      if (isOutcomeUnknown) return setProblem({ step: 'summary', message: error.message, isOutcomeUnknown });
      if (sale.sent === null || JSON.stringify(sale.sent) === JSON.stringify(input)) updateSale({ sent: null });
      showRejection(error);
      if (needsApproval(error)) await offerApproval(input, error.message);
    }
  };

  const send = async () => {
    if (isInProgress.current || type === null || hotelId === null) return;
    isInProgress.current = true;
    setPending(true);
    setProblem(null);
    try {
      await attemptSale(toSaleInput(sale, type, hotelId, cardId));
    } finally {
      isInProgress.current = false;
      setPending(false);
    }
  };

  return { isPending, problem, send, clear: () => setProblem(null) };
}
