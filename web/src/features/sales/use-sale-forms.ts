import { message } from '@innkeeper/contract';
import type { Offer, Offers } from '@innkeeper/contract/calls';
import { useEffect, useRef } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { formatMoney } from '../../format/number.ts';
import type { FormValues } from '../../engine/form/form-values.ts';
import { formResolver } from '../../engine/form/validate-form.ts';
import { isGreater } from './amounts.ts';
import { guestDefinition, paymentDefinition } from './fields.ts';
import type { Sale } from './sale.ts';

export interface SaleForms {
  readonly guestForm: UseFormReturn<FormValues>;
  readonly paymentForm: UseFormReturn<FormValues>;
}

const guestResolver = formResolver(guestDefinition, () => null);

/** The two forms of a sale. They stay mounted across steps, so that reopening a step shows its values. */
export function useSaleForms(
  start: Sale,
  offers: Offers | undefined,
  offer: Offer | null,
  onChange: (values: Partial<Pick<Sale, 'person' | 'payment'>>) => void,
): SaleForms {
  const latestRef = useRef({ onChange, offers, offer });
  useEffect(() => {
    latestRef.current = { onChange, offers, offer };
  });

  const paymentResolver: Resolver<FormValues> = (...input) =>
    formResolver(
      paymentDefinition(latestRef.current.offers?.decimals === 0),
      () => null,
      ({ discount = null }) => {
        const { offers, offer } = latestRef.current;
        if (offer === null || typeof discount !== 'string' || !isGreater(discount, offer.price)) return false;
        return { discount: message('max', formatMoney(offer.price, offers?.currency, offers?.decimals)) };
      },
    )(...input);

  const guestForm = useForm<FormValues>({
    defaultValues: start.person,
    resolver: guestResolver,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const paymentForm = useForm<FormValues>({
    defaultValues: start.payment,
    resolver: paymentResolver,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  useWatchedValues(guestForm, (person) => latestRef.current.onChange({ person }));
  useWatchedValues(paymentForm, (payment) => latestRef.current.onChange({ payment }));
  return { guestForm, paymentForm };
}

/** Passes on every change of a form's values. */
function useWatchedValues(form: UseFormReturn<FormValues>, onValuesChange: (values: FormValues) => void): void {
  const latestRef = useRef(onValuesChange);
  useEffect(() => {
    latestRef.current = onValuesChange;
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => name !== undefined && latestRef.current({ ...values }),
      }),
    [form],
  );
}
