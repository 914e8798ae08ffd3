import { INPUT_TYPE, message, normalizeValue, findPlaceholderError, findValueError } from '@innkeeper/contract';
import { validationError } from '../../platform/http/api-error.ts';
import { MAX_TAGS, hasTooManyTags, sanitiseRichText } from '../../platform/rich-text/sanitise.ts';

interface ValueType {
  /** Code of the input type. */
  readonly inputType: string;
  /** Code of the mail type, which determines the allowed placeholders. */
  readonly mailType: string | null;
  /** Choices of a select. Without them, the value itself lists the choices. */
  readonly choices?: readonly string[];
}

/**
 * Converts a value to its stored form: parsed by its input type, rich text sanitized. Throws a 422 at the field if the
 * type does not allow the value or the mail does not have a placeholder.
 */
export function parseTypedValue(field: string, text: string, { inputType, mailType, choices }: ValueType): string {
  if (inputType === INPUT_TYPE.editor && hasTooManyTags(text))
    throw validationError({ [field]: [message('html_tags', MAX_TAGS)] });
  // Check placeholders in the stored text: an HTML entity may have stood for a brace.
  const value = inputType === INPUT_TYPE.editor ? sanitiseRichText(text) : normalizeValue(inputType, text);
  const problem =
    value === ''
      ? message('required')
      : (findValueError(inputType, value, choices) ?? findPlaceholderError(value, mailType));
  if (problem !== undefined) throw validationError({ [field]: [problem] });
  return value;
}
