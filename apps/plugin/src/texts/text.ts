/** Texts of one language by key; a key with `.one` is the singular form (by the language's own rule). */
export type Texts = Readonly<Record<string, string>>;
export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Returns the text of a key with exactly the values that it contains. `ByKey` names the values of each key that has
 * some.
 */
export type Text<Keys extends string, ByKey> = <Key extends Keys>(
  key: Key,
  ...values: Key extends keyof ByKey ? [values: ByKey[Key]] : []
) => string;

/**
 * Returns the texts as a function: `{name}` in a text is replaced by its value, numbers are grouped as in the language;
 * `count` selects the plural form.
 */
export function textIn<Keys extends string, ByKey>(language: string, texts: Texts): Text<Keys, ByKey> {
  const rule = new Intl.PluralRules(language);
  const figures = new Intl.NumberFormat(language);
  const text = (key: Keys, values: TextValues = {}) => {
    const { count } = values;
    const form = typeof count === 'number' ? texts[`${key}.${rule.select(count)}`] : undefined;
    return (form ?? texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name] ?? whole;
      return typeof value === 'number' ? figures.format(value) : value;
    });
  };
  // Which values a key needs is checked where a text is requested; here they are any.
  return text as Text<Keys, ByKey>;
}
