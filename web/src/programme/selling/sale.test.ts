import { describe, expect, it } from 'vitest';
import { type Sale, inputOf, isWorthKeeping, personIn, placeOf, startSale, stepAfter } from './sale.ts';

const start = (search: Record<string, unknown> = {}, isFree = false): Sale =>
  startSale({ isFree, search, hotelId: 3, countryId: 102, seller: 'Dewi' });

describe('a sale', () => {
  it('begins with what the address asks for', () => {
    expect(start({ type: 2, member_id: 7, hotel_id: '9' })).toMatchObject({
      type: 2,
      guest: 7,
      hotelId: 9,
      step: 'guest',
    });
    expect(start()).toMatchObject({ type: null, guest: null, hotelId: 3, payment: { marketing_name: 'Dewi' } });
    expect(start({ type: 3, member_id: 'x', hotel_id: -1, q: { odd: 1 } })).toMatchObject({
      type: null,
      guest: null,
      hotelId: 3,
    });
  });

  it('takes what was searched for in vain as the beginning of a new guest', () => {
    expect(start({ q: 'Sari Ayu Wijaya' })).toMatchObject({
      guest: 'new',
      person: { first_name: 'Sari', last_name: 'Ayu Wijaya', origin_country_id: 102 },
    });
    expect(personIn(' sari@example.test ')).toEqual({ email: 'sari@example.test' });
    expect(personIn('+62 812-3344 (55)')).toEqual({ phone_no: '+62 812-3344 (55)' });
    expect(start({ q: 628123344 }).person).toMatchObject({ phone_no: '628123344' });
  });

  it('goes past the payment where nothing is paid', () => {
    const at = (step: Sale['step'], isFree: boolean) => stepAfter({ ...start({}, isFree), step });
    expect([at('guest', false), at('membership', false), at('payment', false)]).toEqual([
      'membership',
      'payment',
      'summary',
    ]);
    expect(at('membership', true)).toBe('summary');
  });

  it('is sent the same each time, without what is empty', () => {
    const sale: Sale = {
      ...start({ q: 'Sari' }),
      membershipId: 5,
      payment: {
        type_payment_id: 8,
        discount: '1000',
        reference_no: '',
        transaction_date: null,
        marketing_name: 'Dewi',
      },
    };
    expect(inputOf(sale, 1, 3, null)).toEqual({
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
    expect(JSON.stringify(inputOf(sale, 1, 3, null))).toBe(JSON.stringify(inputOf({ ...sale }, 1, 3, null)));
  });

  it('sends no payment with what is given, and of a member no more than who it is', () => {
    const sale: Sale = { ...start({ member_id: 7 }, true), membershipId: 5 };
    expect(inputOf(sale, 3, 3, null)).toEqual({ type: 3, hotel_id: 3, membership_id: 5, member_id: 7 });
  });

  it('names the card for which its price was shown, where it is an upgrade', () => {
    const sale: Sale = { ...start({ type: 6, member_id: 7 }), membershipId: 5 };
    expect(inputOf(sale, 6, 3, 11)).toMatchObject({ type: 6, member_id: 7, upgraded_from_id: 11 });
    expect(inputOf(sale, 2, 3, 11)).not.toHaveProperty('upgraded_from_id');
  });

  it('is kept once something was entered, not for a look at a member', () => {
    const begun = start();
    expect(isWorthKeeping(begun, begun)).toBe(false);
    expect(isWorthKeeping({ ...begun, guest: 7, membershipId: 5 }, begun)).toBe(false);
    expect(isWorthKeeping({ ...begun, guest: 'new', person: { ...begun.person, first_name: 'S' } }, begun)).toBe(true);
    expect(isWorthKeeping({ ...begun, guest: 7, step: 'membership' }, begun)).toBe(true);
  });

  it('leads a refused field back to where it stands', () => {
    expect(placeOf('member.email')).toEqual({ step: 'guest', field: 'email' });
    expect(placeOf('member.constructor')).toEqual({ step: 'guest', field: null });
    expect(placeOf('member_id')).toEqual({ step: 'guest', field: null });
    expect(placeOf('membership_id')).toEqual({ step: 'membership', field: null });
    expect(placeOf('discount')).toEqual({ step: 'payment', field: 'discount' });
    expect(placeOf('Idempotency-Key')).toBeNull();
  });
});
