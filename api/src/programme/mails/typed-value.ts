import { INPUT_TYPE, message, typedValue, wrongPlaceholder, wrongTypedValue } from '@innkeeper/contract';
import { invalid } from '../../platform/http/fail.ts';
import { TAGS_MAX, hasTooManyTags, sanitiseRichText } from '../../platform/rich-text/sanitise.ts';

interface Typing {
  /** Code of the input type. */
  readonly inputType: string;
  /** Code of the mail type, which decides the placeholders. */
  readonly mailType: string | null;
  /** Choices of a select; without them the value is their list. */
  readonly choices?: readonly string[];
}

/**
 * The stored form of a value: read by its input type, rich text sanitised. Throws a 422 at the field for a value that the type does
 * not take, and for a placeholder that the mail does not have.
 */
export function readTypedValue(field: string, text: string, { inputType, mailType, choices }: Typing): string {
  if (inputType === INPUT_TYPE.editor && hasTooManyTags(text))
    throw invalid({ [field]: [message('html_tags', TAGS_MAX)] });
  // Placeholders are looked for in the stored text: an entity may have stood for a brace.
  const value = inputType === INPUT_TYPE.editor ? sanitiseRichText(text) : typedValue(inputType, text);
  const wrong =
    value === ''
      ? message('required')
      : (wrongTypedValue(inputType, value, choices) ?? wrongPlaceholder(value, mailType));
  if (wrong !== undefined) throw invalid({ [field]: [wrong] });
  return value;
}
