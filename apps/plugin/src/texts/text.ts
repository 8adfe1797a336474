/** Texts of one language by key; a key with `.one` is the singular form (by the language's own rule). */
export type Texts = Readonly<Record<string, string>>;
export type TextValues = Readonly<Record<string, string | number>>;
export type Text<Key extends string> = (key: Key, values?: TextValues) => string;

/**
 * Returns the texts as a function: `{name}` in a text is replaced by its value, numbers are grouped as in the language;
 * `count` selects the plural form.
 */
export function textIn<Key extends string>(language: string, texts: Texts): Text<Key> {
  const rule = new Intl.PluralRules(language);
  const figures = new Intl.NumberFormat(language);
  return (key, values = {}) => {
    const { count } = values;
    const form = typeof count === 'number' ? texts[`${key}.${rule.select(count)}`] : undefined;
    return (form ?? texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name] ?? whole;
      return typeof value === 'number' ? figures.format(value) : value;
    });
  };
}
