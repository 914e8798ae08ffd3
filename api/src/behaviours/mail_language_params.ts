import { typedText } from '../rich-text/typed-text.ts';

/** Values of a template's parameters in one language, typed in as the input type says. */
export const mail_language_params = typedText('value');
