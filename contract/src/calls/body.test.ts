import { expect, test } from 'vitest';
import { refundBody } from '../bodies/sales.ts';
import { textarea } from '../fields/kinds.ts';
import { fieldErrors, schemaForCreate } from '../fields/schemas.ts';
import { bodyOf } from './body.ts';
import { jsonSchemaOf } from './json-schema.ts';

const refund = { amount: '500.000', type_payment_id: 31, refund_reason_id: 41, ends_membership: 1 };

test('returns null for omitted fields, and trimmed texts', () => {
  expect(bodyOf(refundBody).parse(refund)).toEqual({ ...refund, remark: null });
  expect(bodyOf(refundBody).parse({ ...refund, remark: ' Moves abroad ' })).toMatchObject({ remark: 'Moves abroad' });
  expect(bodyOf(refundBody).parse({ ...refund, remark: '  ' })).toMatchObject({ remark: null });
});

test('accepts a flag as text, as forms send it', () => {
  expect(bodyOf(refundBody).parse({ ...refund, ends_membership: '0' })).toMatchObject({ ends_membership: 0 });
});

test('rejects with the messages that the form shows', () => {
  const input = { amount: '-5', type_payment_id: null, refund_reason_id: 1.5, ends_membership: 2, remark: 5 };
  const expected = {
    amount: ['more_than:0'],
    type_payment_id: ['required'],
    refund_reason_id: ['whole'],
    ends_membership: ['flag'],
    remark: ['text'],
  };
  for (const schema of [bodyOf(refundBody), schemaForCreate(refundBody)]) {
    const { error } = schema.safeParse(input);
    expect(error && fieldErrors(error)).toEqual(expected);
  }
});

test('rejects unknown fields', () => {
  const { error } = bodyOf(refundBody).safeParse({ ...refund, discount: '1' });
  expect(error && fieldErrors(error)).toEqual({ discount: ['unknown_field'] });
});

test('is described like the fields of a record', () => {
  const reason = textarea('Reason', 'Alasan', { required: true, reason: true, max: 500 });
  expect(jsonSchemaOf(bodyOf({ fields: { reason, note: textarea('Note', 'Catatan', { max: 9 }) } }), 'input')).toEqual({
    type: 'object',
    properties: {
      reason: { title: 'Reason', type: 'string', minLength: 5, maxLength: 500 },
      note: { title: 'Note', type: ['string', 'null'], maxLength: 9 },
    },
    required: ['reason'],
    additionalProperties: false,
  });
});
