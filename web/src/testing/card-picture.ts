const card =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="504"><rect width="800" height="504" fill="#a8843c"/></svg>';

/** A member card's picture that is there without a server; its name tells that it can be printed. */
export const CARD_PICTURE = `data:image/svg+xml,${encodeURIComponent(card)}#/member-card-7.png`;
