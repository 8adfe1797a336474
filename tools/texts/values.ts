import { join } from 'node:path';
import { languages } from '@bowerbird/contract/account/account';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { readCatalogue } from '../../apps/console/build/catalogues.ts';
import { pageTexts } from '../../apps/plugin/src/texts/page.ts';
import { popupTexts } from '../../apps/plugin/src/texts/popup.ts';

type Texts = Readonly<Record<string, string>>;
type Compiled = ReturnType<typeof compileMessageOrThrow>;

/** Type of a value in a text: a number where it selects a plural form, otherwise whatever can be shown. */
type ValueType = 'number' | 'Shown';

const root = join(import.meta.dirname, '../..');
const lineWidth = 110;

/**
 * Returns the generated files by their path from the root: for each text that contains values, their names and types.
 * JSON has no literal types, so `text(key, values)` can check its values only against such a file.
 */
export function textValueFiles(): Record<string, string> {
  const locales = join(root, 'apps/console/src/locales');
  return {
    'apps/console/src/lib/text/text-values.ts': fileOf({
      TextValuesByKey: languages.map((language) => readCatalogue(locales, language)),
    }),
    'apps/plugin/src/texts/text-values.ts': fileOf({
      PageValuesByKey: languages.map((language) => asIcu(pageTexts[language])),
      PopupValuesByKey: languages.map((language) => asIcu(popupTexts[language])),
    }),
  };
}

/** Returns the texts of the plugin as ICU: one with a `.one` or `.many` form of its own is chosen by `count`. */
function asIcu(texts: Texts): Texts {
  const forms = new Set(Object.keys(texts).filter((key) => /\.(?:one|many)$/.test(key)));
  const hasForm = (key: string) => forms.has(`${key}.one`) || forms.has(`${key}.many`);
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([key]) => !forms.has(key))
      .map(([key, text]) => [key, hasForm(key) ? `{count, plural, other {${text}}}` : text]),
  );
}

function fileOf(interfaces: Record<string, Texts[]>): string {
  return [
    '// Generated from the texts by `npm run texts`.\n',
    '/** A value that is shown as it is. A number is grouped as in the language. */\ntype Shown = string | number;\n',
    ...Object.entries(interfaces).map(([name, texts]) => interfaceOf(name, texts)),
  ].join('\n');
}

function interfaceOf(name: string, inLanguages: Texts[]): string {
  const keys = [...new Set(inLanguages.flatMap((texts) => Object.keys(texts)))].sort();
  const entries = keys.flatMap((key) => {
    const values = new Map<string, ValueType>();
    for (const texts of inLanguages) {
      collectValues(compileMessageOrThrow(texts[key] ?? ''), values);
    }
    return entryOf(key, values);
  });
  return `/** The values that each text contains; a text that is missing here contains none. */\nexport interface ${name} {\n${entries.join('')}}\n`;
}

function entryOf(key: string, values: ReadonlyMap<string, ValueType>): string[] {
  if (values.size === 0) {
    return [];
  }
  const property = /^[a-z]\w*$/i.test(key) ? key : `'${key}'`;
  const members = [...values].sort().map(([name, type]) => `${name}: ${type}`);
  const line = `  ${property}: { ${members.join('; ')} };\n`;
  return [
    line.length <= lineWidth
      ? line
      : `  ${property}: {\n${members.map((each) => `    ${each};\n`).join('')}  };\n`,
  ];
}

/** Adds the values of a compiled text, also of those inside plural and select forms. */
function collectValues(message: Compiled, found: Map<string, ValueType>): void {
  for (const token of message) {
    if (typeof token === 'string') {
      continue;
    }
    const [name, format, forms] = token;
    if (name !== '#' && found.get(name) !== 'number') {
      found.set(name, /^(?:plural|selectordinal|number)$/.test(format ?? '') ? 'number' : 'Shown');
    }
    for (const form of typeof forms === 'object' && forms !== null ? Object.values(forms) : []) {
      if (Array.isArray(form)) {
        collectValues(form, found);
      }
    }
  }
}
