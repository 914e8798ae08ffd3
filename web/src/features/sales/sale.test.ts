import { describe, expect, it } from 'vitest';
import { type Sale, toSaleInput, isWorthSaving, parsePerson, locateField, startSale, stepAfter } from './sale.ts';

const createSale = (search: Record<string, unknown> = {}, isFree = false): Sale =>
  startSale({ isFree, search, hotelId: 3, countryId: 102, seller: 'Dewi' });

describe('a sale', () => {
  it('starts with the parameters of the address', () => {
    expect(createSale({ type: 2, member_id: 7, hotel_id: '9' })).toMatchObject({
      type: 2,
      guest: 7,
      hotelId: 9,
      step: 'guest',
    });
    expect(createSale()).toMatchObject({ type: null, guest: null, hotelId: 3, payment: { marketing_name: 'Dewi' } });
    expect(createSale({ type: 3, member_id: 'x', hotel_id: -1, q: { odd: 1 } })).toMatchObject({
      type: null,
      guest: null,
      hotelId: 3,
    });
  });

  it('uses a search text without results as input for a new guest', () => {
    expect(createSale({ q: 'Sari Ayu Wijaya' })).toMatchObject({
      guest: 'new',
      person: { first_name: 'Sari', last_name: 'Ayu Wijaya', origin_country_id: 102 },
    });
    expect(parsePerson(' sari@example.test ')).toEqual({ email: 'sari@example.test' });
    expect(parsePerson('+62 812-3344 (55)')).toEqual({ phone_no: '+62 812-3344 (55)' });
    expect(createSale({ q: 628123344 }).person).toMatchObject({ phone_no: '628123344' });
  });

  it('skips the payment step if nothing is paid', () => {
    const nextStep = (step: Sale['step'], isFree: boolean) => stepAfter({ ...createSale({}, isFree), step });
    expect([nextStep('guest', false), nextStep('membership', false), nextStep('payment', false)]).toEqual([
      'membership',
      'payment',
      'summary',
    ]);
    expect(nextStep('membership', true)).toBe('summary');
  });

  it('has the same body each time, without empty values', () => {
    const sale: Sale = {
      ...createSale({ q: 'Sari' }),
      membershipId: 5,
      payment: {
        type_payment_id: 8,
        discount: '1000',
        reference_no: '',
        transaction_date: null,
        marketing_name: 'Dewi',
      },
    };
    expect(toSaleInput(sale, 1, 3, null)).toEqual({
      type: 1,
      hotel_id: 3,
      membership_id: 5,
      member: {
        first_name: 'Sari',
        origin_country_id: 102,
        membership_notification: 1,
        birthday_notification: 1,
        all_notification: 1,
      },
      type_payment_id: 8,
      discount: '1000',
      marketing_name: 'Dewi',
    });
    expect(JSON.stringify(toSaleInput(sale, 1, 3, null))).toBe(JSON.stringify(toSaleInput({ ...sale }, 1, 3, null)));
  });

  it('sends no payment for a free membership, and only the id of a member', () => {
    const sale: Sale = { ...createSale({ member_id: 7 }, true), membershipId: 5 };
    expect(toSaleInput(sale, 3, 3, null)).toEqual({ type: 3, hotel_id: 3, membership_id: 5, member_id: 7 });
  });

  it('contains the id of the upgraded card, on which the price is based', () => {
    const sale: Sale = { ...createSale({ type: 6, member_id: 7 }), membershipId: 5 };
    expect(toSaleInput(sale, 6, 3, 11)).toMatchObject({ type: 6, member_id: 7, upgraded_from_id: 11 });
    expect(toSaleInput(sale, 2, 3, 11)).not.toHaveProperty('upgraded_from_id');
  });

  it('is saved as a draft after input, not after viewing a member', () => {
    const newSale = createSale();
    expect(isWorthSaving(newSale, newSale)).toBe(false);
    expect(isWorthSaving({ ...newSale, guest: 7, membershipId: 5 }, newSale)).toBe(false);
    expect(isWorthSaving({ ...newSale, guest: 'new', person: { ...newSale.person, first_name: 'S' } }, newSale)).toBe(
      true,
    );
    expect(isWorthSaving({ ...newSale, guest: 7, step: 'membership' }, newSale)).toBe(true);
  });

  it('maps a rejected field to its step', () => {
    expect(locateField('member.email')).toEqual({ step: 'guest', field: 'email' });
    expect(locateField('member.constructor')).toEqual({ step: 'guest', field: null });
    expect(locateField('member_id')).toEqual({ step: 'guest', field: null });
    expect(locateField('membership_id')).toEqual({ step: 'membership', field: null });
    expect(locateField('discount')).toEqual({ step: 'payment', field: 'discount' });
    expect(locateField('Idempotency-Key')).toBeNull();
  });
});
