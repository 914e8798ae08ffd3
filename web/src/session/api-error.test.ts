import { expect, it } from 'vitest';
import { ApiError, endsSession } from './api-error.ts';

it('the session ends when the server rejects its renewal', () => {
  expect(endsSession(new ApiError(400, 'invalid_grant', ''))).toBe(true);
  expect(endsSession(new ApiError(401, 'unauthenticated', ''))).toBe(true);
});

it.each([
  ['no response arrives', new ApiError(0, 'network', '')],
  ['the response is cut off or is not JSON', new ApiError(200, 'unknown', '')],
  ['a proxy responds', new ApiError(403, 'unknown', '')],
  ['the rate limit applies', new ApiError(429, 'too_many_requests', '')],
  ['the server is unavailable', new ApiError(503, 'unavailable', '')],
])('the session continues when %s', (_reason, error) => {
  expect(endsSession(error)).toBe(false);
});

it('field errors and request id come from the response, and other shapes are ignored', () => {
  const error = new ApiError(422, 'validation_failed', '', { errors: { email: ['taken'] }, request_id: 'r1' });
  expect([error.errors, error.request_id]).toEqual([{ email: ['taken'] }, 'r1']);
  const malformedError = new ApiError(500, 'unknown', '', { errors: 'none', request_id: 7 });
  expect([malformedError.errors, malformedError.request_id]).toEqual([{}, undefined]);
});
