/** A text in both languages of the console. */
export interface Label {
  readonly en: string;
  readonly id: string;
}
