import type { Edit, EditKindName, EditOf } from '@bowerbird/catalog/edits/edit';
import type { RefusalCode } from '@bowerbird/catalog/edits/refusal';
import type { Weight } from '@bowerbird/catalog/product';
import type { Text, TextValues } from '../text.ts';
import type { TextValuesByKey } from '../text-values.ts';

type SentenceKey<Kind extends EditKindName> = `edit.sentence.${Kind}`;
type ValuesOf<Kind extends EditKindName> = (
  edit: EditOf<Kind>,
  text: Text,
) => SentenceKey<Kind> extends keyof TextValuesByKey
  ? TextValuesByKey[SentenceKey<Kind>]
  : Record<string, never>;

const none = () => ({});
const list = (values: readonly string[]) => values.join(', ');
const paths = (all: readonly string[][]) => all.map((path) => path.join(' / ')).join(', ');
const isEmpty = (value: unknown) => (value === null || value === '' ? 'yes' : 'no');
const sign = (amount: string | number) => (String(amount).startsWith('-') ? 'down' : 'up');
const size = (amount: string) => amount.replace('-', '');
const weightText = ({ value, unit }: Weight) => `${value} ${unit}`;

/** The labels of the fields that an edit may name, as keys of the texts. */
const fieldKeys: Readonly<Record<string, string>> = {
  seoTitle: 'field.seo.title',
  seoDescription: 'field.seo.description',
  sku: 'field.variants.sku',
  barcode: 'field.variants.barcode',
  currency: 'edit.field.currency',
};

function fieldText(text: Text, field: string): string {
  return text.named(fieldKeys[field] ?? `field.${field}`);
}

function replacing(edit: { replaceWith: string }) {
  return { replaceWith: edit.replaceWith, empty: isEmpty(edit.replaceWith) };
}

function fieldOf(edit: { field: string }, text: Text) {
  return { field: fieldText(text, edit.field) };
}

/** The values of each kind's sentence. */
const values: { readonly [Kind in EditKindName]: ValuesOf<Kind> } = {
  'set-field': (edit, text) => ({
    ...fieldOf(edit, text),
    empty: isEmpty(edit.value),
    value: edit.field === 'status' ? text(`products.status.${edit.value}`) : (edit.value ?? ''),
  }),
  'replace-in-title': (edit) => ({ find: edit.find, ...replacing(edit) }),
  'replace-text': (edit, text) => ({ ...fieldOf(edit, text), find: edit.find, ...replacing(edit) }),
  'replace-pattern': (edit, text) => ({ ...fieldOf(edit, text), pattern: edit.pattern, ...replacing(edit) }),
  'title-prefix': ({ text }) => ({ text }),
  'title-suffix': ({ text }) => ({ text }),
  'text-prefix': (edit, text) => ({ ...fieldOf(edit, text), text: edit.text }),
  'text-suffix': (edit, text) => ({ ...fieldOf(edit, text), text: edit.text }),
  'change-case': (edit, text) => ({ ...fieldOf(edit, text), to: edit.to }),
  'cut-text': (edit, text) => ({ ...fieldOf(edit, text), max: edit.max }),
  'fill-text': (edit, text) => ({ ...fieldOf(edit, text), template: edit.template }),
  'add-paragraphs': ({ before, after }) => ({
    before,
    after,
    where: after === '' ? 'before' : before === '' ? 'after' : 'both',
  }),
  'add-tags': ({ tags }) => ({ tags: list(tags) }),
  'remove-tags': ({ tags }) => ({ tags: list(tags) }),
  'replace-tag': (edit) => ({ find: edit.find, ...replacing(edit) }),
  'set-tags': ({ tags }) => ({ tags: list(tags), empty: isEmpty(list(tags)) }),
  'add-categories': (edit) => ({ paths: paths(edit.paths) }),
  'remove-categories': (edit) => ({ paths: paths(edit.paths) }),
  'set-categories': (edit) => ({ paths: paths(edit.paths), empty: isEmpty(paths(edit.paths)) }),
  'move-category': ({ path, to }) => ({ path: paths([path]), to: paths([to]) }),
  'categories-to-tags': none,
  'set-price': ({ price }) => ({ price: price ?? '', empty: isEmpty(price) }),
  'multiply-price': ({ by }) => ({ by }),
  'percent-to-price': ({ percent }) => ({ percent: size(percent), direction: sign(percent) }),
  'add-to-price': ({ amount }) => ({ amount: size(amount), direction: sign(amount) }),
  'price-from-cost': ({ by }) => ({ by }),
  'price-by-ranges': ({ from, ranges }) => ({ from, n: ranges.length }),
  'price-by-margin': ({ percent }) => ({ percent }),
  'price-from-costs': ({ margin, commission, shipping }) => ({ margin, commission, n: shipping.length }),
  'round-price': none,
  'set-compare-at': ({ price }) => ({ price }),
  'clear-compare-at': none,
  'compare-at-above': ({ percent }) => ({ percent }),
  'compare-at-from-price': none,
  'set-cost': ({ cost }) => ({ cost: cost ?? '', empty: isEmpty(cost) }),
  'convert-currency': ({ exchange }) => ({
    to: exchange.to,
    date: list([...new Set(exchange.rates.map(({ date }) => date))]),
  }),
  'set-stock': ({ stock }) => ({ stock: stock ?? '', empty: isEmpty(stock) }),
  'add-to-stock': ({ by }) => ({ by: Math.abs(by), direction: sign(by) }),
  'set-weight': ({ weight }) => ({ weight: weight ? weightText(weight) : '', empty: isEmpty(weight) }),
  'add-to-weight': ({ value, unit }) => ({
    weight: weightText({ value: size(value), unit }),
    direction: sign(value),
  }),
  'convert-weight': ({ unit }) => ({ unit }),
  'sku-template': ({ template }) => ({ template }),
  'sku-prefix': ({ text }) => ({ text }),
  'set-code': (edit, text) => ({
    ...fieldOf(edit, text),
    value: edit.value ?? '',
    empty: isEmpty(edit.value),
  }),
  'code-series': (edit, text) => ({ ...fieldOf(edit, text), template: edit.template }),
  'replace-in-codes': (edit, text) => ({ ...fieldOf(edit, text), find: edit.find, ...replacing(edit) }),
  'replace-pattern-in-codes': (edit, text) => ({
    ...fieldOf(edit, text),
    pattern: edit.pattern,
    ...replacing(edit),
  }),
  'add-option': ({ name, value }) => ({ name, value }),
  'rename-option': ({ option, name }) => ({ option, name }),
  'split-option': ({ option, separator, first, second }) => ({ option, separator, first, second }),
  'remove-option': ({ option }) => ({ option }),
  'sort-options': ({ options }) => ({ options: list(options) }),
  'add-option-value': ({ option, value, like }) => ({ option, value, like }),
  'rename-option-value': ({ option, value, to }) => ({ option, value, to }),
  'merge-option-values': (edit) => ({ option: edit.option, values: list(edit.values), to: edit.to }),
  'remove-option-values': (edit) => ({ option: edit.option, values: list(edit.values) }),
  'sort-option-values': (edit) => ({ option: edit.option, values: list(edit.values) }),
  'remove-variants': none,
  'add-image': ({ address, place }) => ({
    address,
    place,
    where: place === 1 ? 'first' : place === -1 ? 'last' : 'place',
  }),
  'replace-image': ({ place, address }) => ({ place, address }),
  'replace-images-by-pattern': (edit) => ({ pattern: edit.pattern, ...replacing(edit) }),
  'remove-duplicate-images': none,
  'remove-images': ({ addresses }) => ({ n: addresses.length }),
  'remove-images-at': ({ places }) => ({ places: list(places.map(String)) }),
  'limit-images': ({ max }) => ({ max }),
  'sort-images': none,
  'move-image': ({ from, to }) => ({ from, to }),
  'alt-text': ({ template }) => ({ template }),
  'set-attribute': ({ name, value }) => ({ name, value }),
  'remove-attributes': ({ names }) => ({ names: list(names) }),
  'rename-attribute': ({ name, to }) => ({ name, to }),
  'clear-own-values': none,
};

/** Returns the values of an edit's sentence, which is the text `edit.sentence.` and the kind. */
export function sentenceValues(edit: Edit, text: Text): TextValues {
  // Each function takes the edits of its own kind, which the type of the table has checked.
  return (values[edit.kind] as (edit: Edit, text: Text) => TextValues)(edit, text);
}

/** Says what an edit does: its sentence, the ending of its prices, and to how much of the product it is limited. */
export function editSentence(edit: Edit, text: Text): string {
  let sentence = text.named(`edit.sentence.${edit.kind}`, sentenceValues(edit, text));
  if ('ending' in edit && edit.ending) {
    sentence = text('edit.ending', { sentence, to: edit.ending.to });
  }
  if ('onlyWhereEmpty' in edit && edit.onlyWhereEmpty) {
    sentence = text('edit.onlyWhereEmpty', { sentence });
  }
  return 'variants' in edit && edit.variants
    ? text('edit.chosen', { sentence, n: edit.variants.length })
    : sentence;
}

/** Says why a product was not changed, and what to do. */
export function refusalSentence(code: RefusalCode, text: Text): string {
  return text(`edit.refusal.${code}`);
}
