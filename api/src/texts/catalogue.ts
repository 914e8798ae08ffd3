import type { Label, Language } from '@innkeeper/contract';

/*
 * The catalogue of the server's texts. See
 * docs/decisions/0077-repeat-deleted-at-is-null-and-keep-texts-in-one-catalogue.md.
 */

/** A value in a text. A label is inserted in the language of the text. */
export type TextValue = string | number | Label;

type Texts = Readonly<Record<string, Label>>;
type Values<Name extends string> = Readonly<Record<Name, TextValue>>;

/** The parameters of a text: `card` of `Card {card} is inactive.` */
type ParametersOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;

/** Rejects a text whose Indonesian parameters differ from its English ones. */
type SameParameters<T extends Texts> = {
  readonly [K in keyof T]: [ParametersOf<T[K]['en']>, ParametersOf<T[K]['id']>] extends [
    ParametersOf<T[K]['id']>,
    ParametersOf<T[K]['en']>,
  ]
    ? T[K]
    : never;
};

/** A text with parameters is a function of their values, so it cannot be sent without them. */
type Catalogue<T extends Texts> = {
  readonly [K in keyof T]: [ParametersOf<T[K]['en']>] extends [never]
    ? Label
    : (values: Values<ParametersOf<T[K]['en']>>) => Label;
};

/** Inserts values in one pass, so a value that looks like a parameter is not replaced. A missing value is empty. */
export const fillText = (text: string, values: Values<string>, language: Language): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'object' ? value[language] : String(value);
  });

const hasParameters = ({ en }: Label): boolean => /\{\w+\}/.test(en);

const withParameters =
  (text: Label) =>
  (values: Values<string>): Label => ({ en: fillText(text.en, values, 'en'), id: fillText(text.id, values, 'id') });

/**
 * The texts of a subject, by key. `{name}` in a text is a parameter: `texts.cardInactive({ card })` returns the text
 * with its values, and `texts.noCard` is a text without parameters.
 */
export const defineTexts = <const T extends Texts>(texts: T & SameParameters<T>): Catalogue<T> =>
  Object.fromEntries(
    Object.entries<Label>(texts).map(([key, text]) => [key, hasParameters(text) ? withParameters(text) : text]),
  ) as Catalogue<T>; // the type of Object.fromEntries has no keys
