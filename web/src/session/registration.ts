import { PASSWORD_MIN_LENGTH, message } from '@innkeeper/contract';

/** An access request, as entered and as sent. */
export interface Registration {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly phone_no: string;
  readonly password: string;
  readonly password_confirmation: string;
}

const OPTIONAL_FIELDS: ReadonlySet<string> = new Set(['phone_no']);

/** Errors by field that can be found without the server, which checks the remaining rules. */
export function validateRegistration(values: Registration): Readonly<Record<string, readonly string[]>> {
  const errors: Record<string, readonly string[]> = {};
  for (const [field, value] of Object.entries(values))
    if (value.trim() === '' && !OPTIONAL_FIELDS.has(field)) errors[field] = [message('required')];
  if (!errors['email'] && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(values.email.trim()))
    errors['email'] = [message('email')];
  if (!errors['password'] && [...values.password].length < PASSWORD_MIN_LENGTH)
    errors['password'] = [message('min_length', PASSWORD_MIN_LENGTH)];
  if (!errors['password_confirmation'] && values.password !== values.password_confirmation)
    errors['password_confirmation'] = [message('confirmation')];
  return errors;
}
