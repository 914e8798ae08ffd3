import { typedText } from '../rich-text/typed-text.ts';

/** Parameters of a mail template: the value to start with is typed in as the input type says. */
export const mail_params = typedText('default_value');
