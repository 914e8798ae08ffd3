/**
 * A number as it is typed into a filter, `1,250.5`, as the API takes it: `1250.5`. Empty stays empty; undefined for what is no
 * number (yet), or has decimals where only whole ones are.
 */
export function numberValue(typed: string, whole: boolean): string | undefined {
  const text = typed.trim().replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  const pattern = whole ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/;
  return text === '' || pattern.test(text) ? text : undefined;
}
