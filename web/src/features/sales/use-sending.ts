import { type SaleType, sentence } from '@innkeeper/contract';
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
import { requestApproval } from '../front-desk/request-approval.ts';
import { rememberPlace } from './last-place.ts';
import { type Sale, type StepName, inputOf, placeOf, stepsOf } from './sale.ts';
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

export interface Sending {
  readonly isPending: boolean;
  readonly problem: Problem | null;
  readonly send: () => Promise<void>;
  /** Clears the problem before another attempt. */
  readonly clear: () => void;
}

interface SendingParts {
  readonly sale: Sale;
  readonly type: SaleType | null;
  readonly hotelId: number | null;
  /** The card that the offers are based on. */
  readonly cardId: number | null;
  readonly change: (changes: Partial<Sale>) => void;
  readonly forms: SaleForms;
  readonly onSold: (response: SaleResponse) => void;
}

const KEY_HEADER = 'Idempotency-Key';

/** Sends a sale, with retries if needed. The idempotency key prevents a second sale. */
export function useSending({ sale, type, hotelId, cardId, change, forms, onSold }: SendingParts): Sending {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // A second click can arrive before the next render.
  const isInProgress = useRef(false);
  const navigate = useNavigate();

  const finish = (response: SaleResponse) => {
    const user = currentUser()?.id ?? 0;
    deleteSaleDraft(localStorage, user, sale.key);
    rememberPlace(localStorage, user, {
      hotelId,
      seller: typeof sale.payment['marketing_name'] === 'string' ? sale.payment['marketing_name'] : null,
    });
    onSold(response);
    void refreshResources(queryClient);
  };

  const rejected = (error: ApiError) => {
    const places = Object.entries(error.errors).map(([path, messages]) => ({ place: placeOf(path), messages }));
    const wrong = stepsOf(sale).find((step) => places.some(({ place }) => place?.step === step));
    for (const { place, messages } of places) {
      if (!place || place.field === null) continue;
      // The other steps have no form.
      const form = { guest: forms.guestForm, payment: forms.paymentForm }[place.step as string];
      form?.setError(place.field, { type: 'server', message: messages.join(' ') });
    }
    const rest = places
      .filter(({ place }) => place === null || place.field === null)
      .flatMap(({ messages }) => messages);
    const otherProblems = rest.map((message) => sentence(message, currentLanguage())).join(' ');
    if (wrong === undefined || otherProblems !== '' || error.status !== 422)
      setProblem({ step: wrong ?? 'summary', message: otherProblems || error.message });
    if (wrong !== undefined) change({ step: wrong });
    void refreshResources(queryClient);
  };

  /**
   * A sale above a limit waits for another user's approval, and is made when they approve. Its draft is deleted, so
   * that it is not sold twice.
   */
  const offerApproval = async (input: SaleInput, why: string) => {
    const call = sale.isFree ? 'POST /api/transaction/free_membership' : 'POST /api/transaction/wizard';
    if (!(await requestApproval({ call, body: input }, why))) return;
    await navigate({ to: '/others/approval' });
    deleteSaleDraft(localStorage, currentUser()?.id ?? 0, sale.key);
  };

  /** If an earlier attempt with other values succeeded, its response is used. */
  const sellOnce = async (input: SaleInput): Promise<SaleResponse> => {
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

  const attempt = async (input: SaleInput) => {
    // Saved before sending, so that a closed tab can find out later whether it was sold.
    change({ sent: sale.sent ?? input });
    try {
      finish(await sellOnce(input));
    } catch (error) {
      if (!isApiError(error)) throw error;
      const isOutcomeUnknown = error.status === 0 || error.status >= 500;
      if (isOutcomeUnknown) return setProblem({ step: 'summary', message: error.message, isOutcomeUnknown });
      if (sale.sent === null || JSON.stringify(sale.sent) === JSON.stringify(input)) change({ sent: null });
      rejected(error);
      if (needsApproval(error)) await offerApproval(input, error.message);
    }
  };

  const send = async () => {
    if (isInProgress.current || type === null || hotelId === null) return;
    isInProgress.current = true;
    setPending(true);
    setProblem(null);
    try {
      await attempt(inputOf(sale, type, hotelId, cardId));
    } finally {
      isInProgress.current = false;
      setPending(false);
    }
  };

  return { isPending, problem, send, clear: () => setProblem(null) };
}
