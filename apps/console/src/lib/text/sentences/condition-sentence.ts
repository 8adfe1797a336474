import type { ProductCondition } from '@bowerbird/catalog/conditions/product-condition';
import type { VariantCondition } from '@bowerbird/catalog/conditions/variant-condition';
import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { fieldName } from '../product-text.ts';
import type { Text } from '../text.ts';
import { editSentence } from './edit-sentence.ts';

type Condition = ProductCondition | VariantCondition;

/** Labels of what only conditions compare. */
const ownNames: Readonly<Record<string, string>> = {
  description: 'products.field.descriptionHtml',
  stock: 'products.variant.stock',
  sourceUrl: 'bulkEdit.what.sourceHost',
};

/** Names what a condition compares: "Title", "Number of images". */
export function comparedName(text: Text, what: string): string {
  const keys = [ownNames[what] ?? '', `bulkEdit.what.${what}`, `products.variant.${what}`];
  const key = keys.find((each) => text.has(each));
  return key === undefined ? fieldName(text, what) : text.named(key);
}

/** Says what must hold: "Title contains “mug” and Vendor is empty". */
export function conditionSentence(condition: Condition, text: Text): string {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const joint = condition.kind === 'all' ? 'condition.and' : 'condition.or';
      const parts: readonly Condition[] = condition.of;
      return parts
        .map((part) => conditionSentence(part, text))
        .reduce((one, other) => text(joint, { one, other }));
    }
    case 'not':
      return text('condition.not', { where: conditionSentence(condition.of, text) });
    case 'some-variant':
      return text('condition.some', { where: conditionSentence(condition.where, text) });
    case 'every-variant':
      return text('condition.every', { where: conditionSentence(condition.where, text) });
    case 'text':
    case 'code':
      return textSentence(comparedName(text, condition.field), condition.compare, text);
    case 'option':
      return textSentence(condition.option, condition.compare, text);
    case 'attribute':
      return textSentence(condition.name, condition.compare, text);
    case 'image':
      return textSentence(comparedName(text, 'image'), condition.compare, text);
    case 'count':
      return boundSentence(
        comparedName(text, condition.field === 'stock' ? 'totalStock' : condition.field),
        condition.compare,
        text,
      );
    case 'amount':
      return boundSentence(comparedName(text, condition.field), condition.compare, text);
    case 'stock':
      return boundSentence(comparedName(text, 'stock'), condition.compare, text);
    case 'weight': {
      const { value, unit } = condition.weight;
      return boundSentence(
        comparedName(text, 'weight'),
        { is: condition.is, value: `${value} ${unit}` },
        text,
      );
    }
    case 'empty':
      return text('condition.empty', { field: comparedName(text, condition.field) });
    case 'available':
      return text('condition.available', { is: condition.is ? 'yes' : 'no' });
    case 'tag':
      return text('condition.one', { field: comparedName(text, 'tag'), values: condition.tag });
    case 'category':
      return text('condition.one', {
        field: comparedName(text, 'category'),
        values: condition.under.join(' / '),
      });
    case 'status':
      return text('condition.one', {
        field: comparedName(text, 'status'),
        values: condition.of.map((status) => text(`products.status.${status}`)).join(', '),
      });
    case 'platform':
      return text('condition.one', {
        field: text('products.filter.platforms'),
        values: condition.of.join(', '),
      });
    case 'currency':
      return text('condition.one', {
        field: comparedName(text, 'currency'),
        values: condition.of.join(', '),
      });
    case 'has-option':
      return text('condition.one', { field: text('bulkEdit.when.option'), values: condition.option });
  }
}

function textSentence(
  field: string,
  compare: { is: string; text?: string; pattern?: string },
  text: Text,
): string {
  return text('condition.text', { field, is: compare.is, value: compare.text ?? compare.pattern ?? '' });
}

interface Bounds {
  is: string;
  value?: string | number;
  from?: string | number;
  to?: string | number;
}

function boundSentence(field: string, { is, value, from, to }: Bounds, text: Text): string {
  return text('condition.bound', { field, is, value: value ?? from ?? '', to: to ?? '' });
}

/** Returns the shop for which alone a step is; null for one that is for the product itself. */
export function storeOf({ inStore, edit }: EditStep): string | null {
  return inStore ?? (edit.kind === 'clear-own-values' ? edit.shopId : null);
}

/** Says what a step does, in which store, and for which products and variants. */
export function stepSentence(
  step: EditStep,
  text: Text,
  storeName: (shopId: string) => string | null = () => null,
): string {
  const { edit, when, variants } = step;
  const shopId = storeOf(step);
  const deed = editSentence(edit, text);
  const name = shopId === null ? null : storeName(shopId);
  const placed =
    shopId === null || (name === null && edit.kind === 'clear-own-values')
      ? deed
      : name === null
        ? text('edit.inOneStore', { sentence: deed })
        : text('edit.inStore', { sentence: deed, store: name });
  return [when, variants].reduce<string>(
    (sentence, condition) =>
      condition === undefined
        ? sentence
        : text('condition.only', { sentence, where: conditionSentence(condition, text) }),
    placed,
  );
}
