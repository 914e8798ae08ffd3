/** The domain of the placeholders. RFC 2606 reserves `.invalid`, so no mail can arrive there. */
const NO_EMAIL_DOMAIN = 'no-email.invalid';

/** Matches placeholders in SQL, by `ilike`. */
export const NO_EMAIL_PATTERN = `%@${NO_EMAIL_DOMAIN}`;

/**
 * The placeholder in a required email field of a guest who has none. It is never mailed, shown or found by a search.
 * `id` makes it unique, as addresses are. See docs/decisions/0113-give-guests-without-email-a-placeholder.md.
 */
export const noEmailAddress = (id: string): string => `${id}@${NO_EMAIL_DOMAIN}`;

/** Whether an address is such a placeholder. */
export const isNoEmail = (address: string): boolean => address.toLowerCase().endsWith(`@${NO_EMAIL_DOMAIN}`);
