const card =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="504"><rect width="800" height="504" fill="#a8843c"/></svg>';

/** A member card's picture that needs no server. Its file name identifies it as a card, which can be printed. */
export const CARD_PICTURE = `data:image/svg+xml,${encodeURIComponent(card)}#/member-card-7-0a1b2c3d4e5f.png`;
