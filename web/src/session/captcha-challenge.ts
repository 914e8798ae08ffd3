/** One provider's challenge on one page. */
export interface CaptchaChallenge {
  /** Gets a token from the provider, which may prompt the user. Throws ApiError if there is none. */
  readonly getResponse: () => Promise<string>;
  /** Must be called after a token was rejected or used. */
  readonly reset: () => void;
  readonly remove: () => void;
}
