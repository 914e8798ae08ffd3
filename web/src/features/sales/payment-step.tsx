import { Trans } from '@lingui/react/macro';
import { MORE_PAYMENT_FIELDS, PAYMENT_FIELDS, paymentDefinition } from './fields.ts';
import { MoreFields, SaleFields, SaleForm } from './form-fields.tsx';
import { ContinueButton, Notice, StepButtons } from './step.tsx';
import { computeTotals } from './summary.tsx';
import type { SaleHandle } from './use-sale.ts';
import { Money } from '../../session/money.tsx';

/** Payment, and discount on the price. */
export function PaymentStep({ handle }: { handle: SaleHandle }) {
  const { paymentForm, offers, goToNextStep, submission } = handle;
  const { errors } = paymentForm.formState;
  const definition = paymentDefinition(offers?.decimals === 0);
  const hasExtraInput = MORE_PAYMENT_FIELDS.some((name) => name in errors || Boolean(paymentForm.getValues(name)));
  const totals = computeTotals(handle);
  return (
    <SaleForm form={paymentForm} onValid={goToNextStep}>
      {submission.problem?.step === 'payment' && <Notice tone="danger">{submission.problem.message}</Notice>}
      <SaleFields definition={definition} form={paymentForm} fieldNames={PAYMENT_FIELDS} currency={offers?.currency} />
      {offers && totals && (
        <p role="status" className="flex items-baseline justify-between gap-4 border-t border-border pt-3 tabular">
          <span className="text-muted">
            <Trans>To pay</Trans>
          </span>
          <Money
            amount={totals.total}
            currency={offers.currency}
            decimals={offers.decimals}
            className="text-lg font-semibold"
          />
        </p>
      )}
      <MoreFields label={<Trans>Change date or add a note</Trans>} isInitiallyOpen={hasExtraInput}>
        <SaleFields
          definition={definition}
          form={paymentForm}
          fieldNames={MORE_PAYMENT_FIELDS}
          hotelZone={offers?.time_zone}
        />
      </MoreFields>
      <StepButtons>
        <ContinueButton />
      </StepButtons>
    </SaleForm>
  );
}
