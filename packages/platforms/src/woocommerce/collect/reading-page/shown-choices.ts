import { plainText } from '../../../reading/html/html-text.ts';
import type { PageElement } from '../../../reading/html/page-elements.ts';
import { walkMarkup } from '../../../reading/html/walk-markup.ts';

/** An option as the form of variations shows it. */
export interface ShownChoice {
  /** Label that shoppers read beside the option; null where the form has none. */
  label: string | null;
  /** Text that shoppers read for each value that the form sends, in the form's order. */
  values: Map<string, string>;
}

const choicesMax = 50;
const valuesMax = 2000;
const labelMax = 200;

/**
 * Returns the options of a product by the key of their attribute (`attribute_pa_size`): labels of a select's options,
 * else the titles of swatches or radio buttons that a theme shows in its place. Slugs are no labels: the slug `black`
 * may be labelled red.
 */
export function shownChoices({ inner }: PageElement): Map<string, ShownChoice> {
  const choices = new Map<string, ShownChoice>();
  const labels = new Map<string, string>();
  const radios: { key: string; value: string; id: string; text: string }[] = [];
  const ids = new Map<string, string>();
  const swatches: { key: string; value: string; text: string }[] = [];
  let rowLabel = '';
  /** Swatches of a row that do not name their option: it is the option of the row's select. */
  let unnamed: { key: string; value: string; text: string }[] = [];
  let rowKey = '';
  let select: string | null = null;
  let group: { key: string; depth: number } | null = null;
  let reading: { depth: number; text: string; end: (text: string) => void } | null = null;
  let depth = 0;

  const choiceOf = (key: string): ShownChoice | null => {
    const known = choices.get(key);
    if (known !== undefined || choices.size >= choicesMax) {
      return known ?? null;
    }
    const made = { label: rowLabel || null, values: new Map<string, string>() };
    choices.set(key, made);
    return made;
  };
  const add = (key: string, value: string, text: string) => {
    const choice = choiceOf(key);
    const label = plainText(text).slice(0, labelMax);
    if (choice !== null && value !== '' && label !== '' && choice.values.size < valuesMax) {
      choice.values.set(valueKey(value), choice.values.get(valueKey(value)) ?? label);
    }
  };
  const read = (end: (text: string) => void) => {
    reading ??= { depth, text: '', end };
  };
  /** The label of an option comes before it, that of a radio button after or around it. */
  const endLabel = (text: string, target: string | undefined, radiosBefore: number) => {
    const around = radios[radiosBefore];
    if (target !== undefined) {
      labels.set(target, text);
    } else if (around !== undefined) {
      around.text = text;
    }
    if (rowKey === '') {
      rowLabel ||= labelIn(text);
    }
  };
  walkMarkup(inner, {
    onopentag(name, attributes) {
      depth += 1;
      const classes = attributes.class?.split(/\s+/) ?? [];
      const value = attributes['data-value'] ?? attributes['data-term'];
      if (name === 'tr') {
        [rowLabel, rowKey, unnamed] = ['', '', []];
      } else if (name === 'label') {
        const [target, before] = [attributes.for, radios.length];
        reading = { depth, text: '', end: (text) => endLabel(text, target, before) };
      } else if ((name === 'th' || name === 'td') && classes.includes('label')) {
        read((text) => {
          rowLabel ||= labelIn(text);
        });
      } else if (name === 'select') {
        select = keyOf(attributes['data-attribute_name'] ?? attributes.name);
        if (select !== null) {
          choiceOf(select);
          ids.set(attributes.id ?? '', select);
          rowKey = select;
          for (const swatch of unnamed) {
            swatch.key = select;
          }
        }
      } else if (name === 'option' && select !== null) {
        const [key, sent] = [select, attributes.value];
        read((text) => add(key, sent ?? text, text));
      } else if (name === 'input' && attributes.type === 'radio') {
        const key = keyOf(attributes['data-attribute_name'] ?? attributes.name);
        if (key !== null) {
          radios.push({ key, value: attributes.value ?? '', id: attributes.id ?? '', text: '' });
          rowKey = key;
        }
      } else if (value !== undefined) {
        const title = attributes['data-title'] ?? attributes.title ?? attributes['aria-label'];
        const swatch = { key: group?.key ?? rowKey, value, text: title ?? '' };
        swatches.push(swatch);
        unnamed.push(...(swatch.key === '' ? [swatch] : []));
        if (title === undefined) {
          read((text) => {
            swatch.text = text;
          });
        }
      } else if (group === null) {
        const key = keyOf(
          attributes['data-attribute_name'] ?? attributes['data-attribute'] ?? attributes['data-id'],
        );
        group = key === null ? null : { key, depth };
      }
    },
    ontext(text) {
      if (reading !== null && reading.text.length < 1000) {
        reading.text += text;
      }
    },
    onclosetag(name) {
      if (reading !== null && reading.depth === depth) {
        const { text, end } = reading;
        reading = null;
        end(text);
      }
      if (group !== null && group.depth === depth) {
        group = null;
      }
      select = name === 'select' ? null : select;
      depth -= 1;
    },
  });

  for (const { key, value, text } of swatches.filter((swatch) => swatch.key !== '')) {
    add(key, value, text);
  }
  for (const { key, value, id, text } of radios) {
    add(key, value, text || (labels.get(id) ?? ''));
  }
  const named = new Map(
    [...labels].flatMap(([target, text]) => {
      const key = ids.get(target) ?? keyOf(`attribute_${target}`);
      return key === null || labelIn(text) === '' ? [] : [[key, labelIn(text)] as const];
    }),
  );
  for (const [key, choice] of choices) {
    choice.label = named.get(key) ?? choice.label;
  }
  return choices;
}

/** Returns the key of an attribute in one form, however its name is encoded; null for what is no attribute. */
export function keyOf(name: string | undefined): string | null {
  if (name === undefined) {
    return null;
  }
  const key = valueKey(name).toLowerCase();
  return key.startsWith('attribute_') ? key : key.startsWith('pa_') ? `attribute_${key}` : null;
}

/** Returns a value that the form sends in one form: non-Latin text is encoded in one place and plain in another. */
export function valueKey(text: string): string {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // A lone percent sign is part of the name.
  }
  return plain.normalize('NFC').trim();
}

/** "Size:" and "Size: Red" name the option Size. */
function labelIn(text: string): string {
  return (plainText(text).split(/[:：]/)[0] ?? '')
    .replace(/(?:(?<!\s)\s+)?\*$/, '')
    .trim()
    .slice(0, labelMax);
}
