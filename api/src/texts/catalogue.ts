import type { Label, Language } from '@innkeeper/contract';

/*
 * The catalogue of the server's texts. See
 * docs/decisions/0077-keep-conditions-where-they-apply-and-texts-in-one-catalogue.md.
 */

/** A value in a text. A label is inserted in the language of the text. */
export type TextValue = string | number | Label;

type Texts = Readonly<Record<string, Label>>;
type Values<Name extends string> = Readonly<Record<Name, TextValue>>;

/** The parameters of a text: `card` of `Card {card} is inactive.` */
type ParametersOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;

/** Rejects a text that has other parameters in Indonesian than in English. */
type Checked<T extends Texts> = {
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

/** Inserts values in one pass: a value that looks like a parameter stays as it is. A missing value is empty. */
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
 * The texts of a subject, by key. `{name}` in a text is a parameter: `texts.cardInactive({ card })` gives the text with
 * its values, `texts.noCard` is a text without any.
 */
export const defineTexts = <const T extends Texts>(texts: T & Checked<T>): Catalogue<T> =>
  Object.fromEntries(
    Object.entries<Label>(texts).map(([key, text]) => [key, hasParameters(text) ? withParameters(text) : text]),
  ) as Catalogue<T>; // Object.fromEntries forgets the keys
