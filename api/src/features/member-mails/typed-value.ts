import { INPUT_TYPE, message, normalizeValue, invalidPlaceholder, valueProblem } from '@innkeeper/contract';
import { invalid } from '../../platform/http/api-error.ts';
import { TAGS_MAX, hasTooManyTags, sanitiseRichText } from '../../platform/rich-text/sanitise.ts';

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
export function readTypedValue(field: string, text: string, { inputType, mailType, choices }: ValueType): string {
  if (inputType === INPUT_TYPE.editor && hasTooManyTags(text))
    throw invalid({ [field]: [message('html_tags', TAGS_MAX)] });
  // Check placeholders in the stored text: an HTML entity may have stood for a brace.
  const value = inputType === INPUT_TYPE.editor ? sanitiseRichText(text) : normalizeValue(inputType, text);
  const wrong =
    value === ''
      ? message('required')
      : (valueProblem(inputType, value, choices) ?? invalidPlaceholder(value, mailType));
  if (wrong !== undefined) throw invalid({ [field]: [wrong] });
  return value;
}
