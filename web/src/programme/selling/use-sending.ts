import { type SaleType, sentence } from '@innkeeper/contract';
import type { SaleAnswer, SaleInput } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { currentLanguage } from '../../i18n/language.ts';
import { refreshResources } from '../../engine/data/mutations.ts';
import { type ApiError, isApiError, needsApproval } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { currentUser } from '../../session/user.ts';
import { showMessage } from '../../ui/message-store.ts';
import { askApproval } from '../desk/ask-approval.ts';
import { rememberPlace } from './last-place.ts';
import { type Sale, type StepName, inputOf, placeOf, stepsOf } from './sale.ts';
import { sell } from './sale-calls.ts';
import { forgetSaleDraft } from './sale-drafts.ts';
import type { SaleForms } from './use-sale-forms.ts';

/** The error of a sale as a whole, or of a step of it. */
export interface Problem {
  readonly step: StepName;
  readonly message: string;
  /** No answer came: it may have been sold, and may be sent again. */
  readonly isLost?: boolean;
}

export interface Sending {
  readonly isPending: boolean;
  readonly problem: Problem | null;
  readonly send: () => Promise<void>;
  /** Forgets the problem: something else is tried. */
  readonly clear: () => void;
}

interface SendingParts {
  readonly sale: Sale;
  readonly type: SaleType | null;
  readonly hotelId: number | null;
  /** The card that the offers name. */
  readonly cardId: number | null;
  readonly change: (changes: Partial<Sale>) => void;
  readonly forms: SaleForms;
  readonly onSold: (answer: SaleAnswer) => void;
}

const KEY_HEADER = 'Idempotency-Key';

/** Sends a sale, as often as it takes; it is sold once. */
export function useSending({ sale, type, hotelId, cardId, change, forms, onSold }: SendingParts): Sending {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // A second press comes before anything is drawn anew.
  const isUnderWay = useRef(false);
  const navigate = useNavigate();

  const finish = (answer: SaleAnswer) => {
    const user = currentUser()?.id ?? 0;
    forgetSaleDraft(localStorage, user, sale.key);
    rememberPlace(localStorage, user, {
      hotelId,
      seller: typeof sale.payment['marketing_name'] === 'string' ? sale.payment['marketing_name'] : null,
    });
    onSold(answer);
    void refreshResources(queryClient);
  };

  const refused = (error: ApiError) => {
    const places = Object.entries(error.errors).map(([path, messages]) => ({ place: placeOf(path), messages }));
    const wrong = stepsOf(sale).find((step) => places.some(({ place }) => place?.step === step));
    for (const { place, messages } of places) {
      if (!place || place.field === null) continue;
      const form = { guest: forms.guestForm, payment: forms.paymentForm }[place.step as string]; // the other steps have no form
      form?.setError(place.field, { type: 'server', message: messages.join(' ') });
    }
    const rest = places
      .filter(({ place }) => place === null || place.field === null)
      .flatMap(({ messages }) => messages);
    const said = rest.map((message) => sentence(message, currentLanguage())).join(' ');
    if (wrong === undefined || said !== '' || error.status !== 422)
      setProblem({ step: wrong ?? 'summary', message: said || error.message });
    if (wrong !== undefined) change({ step: wrong });
    void refreshResources(queryClient);
  };

  /**
   * A sale that exceeds a limit waits for another user: it is sold once they have approved it, and its draft is deleted, so that
   * it is not sold again.
   */
  const offerApproval = async (input: SaleInput, why: string) => {
    const call = sale.isFree ? 'POST /api/transaction/free_membership' : 'POST /api/transaction/wizard';
    if (!(await askApproval({ call, body: input }, why))) return;
    await navigate({ to: '/others/approval' });
    forgetSaleDraft(localStorage, currentUser()?.id ?? 0, sale.key);
  };

  /** If an earlier attempt did arrive with other values, its answer counts. */
  const sellOnce = async (input: SaleInput): Promise<SaleAnswer> => {
    try {
      return await sell(input, sale.key, sale.isFree);
    } catch (error) {
      if (!isApiError(error) || !sale.sent || !Object.hasOwn(error.errors, KEY_HEADER)) throw error;
      const answer = await sell(sale.sent, sale.key, sale.isFree);
      showMessage({
        message: t`This was sold already as it was first sent, without your later changes.`,
        variant: 'warning',
      });
      return answer;
    }
  };

  const attempt = async (input: SaleInput) => {
    // Kept before it is sent: a tab that is closed now can ask later whether it was sold.
    change({ sent: sale.sent ?? input });
    try {
      finish(await sellOnce(input));
    } catch (error) {
      if (!isApiError(error)) throw error;
      const isLost = error.status === 0 || error.status >= 500;
      if (isLost) return setProblem({ step: 'summary', message: error.message, isLost });
      if (sale.sent === null || JSON.stringify(sale.sent) === JSON.stringify(input)) change({ sent: null });
      refused(error);
      if (needsApproval(error)) await offerApproval(input, error.message);
    }
  };

  const send = async () => {
    if (isUnderWay.current || type === null || hotelId === null) return;
    isUnderWay.current = true;
    setPending(true);
    setProblem(null);
    try {
      await attempt(inputOf(sale, type, hotelId, cardId));
    } finally {
      isUnderWay.current = false;
      setPending(false);
    }
  };

  return { isPending, problem, send, clear: () => setProblem(null) };
}
