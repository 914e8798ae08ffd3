/** One provider's challenge on one page. */
export interface CaptchaChallenge {
  /** Asks the provider, which may ask the person. Throws ApiError if there is no answer. */
  readonly answer: () => Promise<string>;
  /** The last answer was refused, or has been used up. */
  readonly reset: () => void;
  readonly remove: () => void;
}
