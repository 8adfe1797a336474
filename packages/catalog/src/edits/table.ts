import { removeAttributes, renameAttribute, setAttribute } from './attributes/attributes.ts';
import { replaceInCodes, replacePatternInCodes, setCode } from './codes/fields.ts';
import { codeSeries } from './codes/series.ts';
import { skuPrefix, skuTemplate } from './codes/sku.ts';
import { addImage } from './images/add-image.ts';
import { removeDuplicateImages } from './images/duplicates.ts';
import {
  altText,
  limitImages,
  moveImage,
  removeImages,
  removeImagesAt,
  sortImages,
} from './images/images.ts';
import { replaceImage, replaceImagesByPattern } from './images/replace-image.ts';
import { clearOwnValues } from './in-store/clear.ts';
import { addOptionValue } from './options/add-value.ts';
import { addOption, removeOption, renameOption, sortOptions } from './options/names.ts';
import { splitOption } from './options/split.ts';
import {
  mergeOptionValues,
  removeOptionValues,
  renameOptionValue,
  sortOptionValues,
} from './options/values.ts';
import { addToPrice, multiplyPrice, percentToPrice, roundPrice, setPrice } from './price/change.ts';
import { clearCompareAt, compareAtAbove, compareAtFromPrice, setCompareAt } from './price/compare-at.ts';
import { convertCurrency } from './price/currency.ts';
import { priceByMargin, priceByRanges, priceFromCost, priceFromCosts, setCost } from './price/from-cost.ts';
import { addToStock, setStock } from './stock/quantity.ts';
import { addToWeight, convertWeight, setWeight } from './stock/weight.ts';
import { addCategories, moveCategory, removeCategories, setCategories } from './tags/categories.ts';
import { addTags, categoriesToTags, removeTags, replaceTag, setTags } from './tags/tags.ts';
import { textPrefix, textSuffix, titlePrefix, titleSuffix } from './text/affix.ts';
import { changeCase } from './text/case.ts';
import { cutText } from './text/cut.ts';
import { fillText } from './text/fill.ts';
import { addParagraphs } from './text/paragraphs.ts';
import { replaceInTitle, replacePattern, replaceText } from './text/replace-edits.ts';
import { setField } from './text/set-field.ts';
import { removeVariants } from './variants/remove.ts';

/** Every kind of edit. A new kind is its own file and a line here. */
export const editKinds = {
  'set-field': setField,
  'replace-in-title': replaceInTitle,
  'replace-text': replaceText,
  'replace-pattern': replacePattern,
  'title-prefix': titlePrefix,
  'title-suffix': titleSuffix,
  'text-prefix': textPrefix,
  'text-suffix': textSuffix,
  'change-case': changeCase,
  'cut-text': cutText,
  'fill-text': fillText,
  'add-paragraphs': addParagraphs,
  'add-tags': addTags,
  'remove-tags': removeTags,
  'replace-tag': replaceTag,
  'set-tags': setTags,
  'add-categories': addCategories,
  'remove-categories': removeCategories,
  'set-categories': setCategories,
  'move-category': moveCategory,
  'categories-to-tags': categoriesToTags,
  'set-price': setPrice,
  'multiply-price': multiplyPrice,
  'percent-to-price': percentToPrice,
  'add-to-price': addToPrice,
  'price-from-cost': priceFromCost,
  'price-by-ranges': priceByRanges,
  'price-by-margin': priceByMargin,
  'price-from-costs': priceFromCosts,
  'round-price': roundPrice,
  'set-compare-at': setCompareAt,
  'clear-compare-at': clearCompareAt,
  'compare-at-above': compareAtAbove,
  'compare-at-from-price': compareAtFromPrice,
  'set-cost': setCost,
  'convert-currency': convertCurrency,
  'set-stock': setStock,
  'add-to-stock': addToStock,
  'set-weight': setWeight,
  'add-to-weight': addToWeight,
  'convert-weight': convertWeight,
  'sku-template': skuTemplate,
  'sku-prefix': skuPrefix,
  'set-code': setCode,
  'code-series': codeSeries,
  'replace-in-codes': replaceInCodes,
  'replace-pattern-in-codes': replacePatternInCodes,
  'add-option': addOption,
  'rename-option': renameOption,
  'split-option': splitOption,
  'remove-option': removeOption,
  'sort-options': sortOptions,
  'add-option-value': addOptionValue,
  'rename-option-value': renameOptionValue,
  'merge-option-values': mergeOptionValues,
  'remove-option-values': removeOptionValues,
  'sort-option-values': sortOptionValues,
  'remove-variants': removeVariants,
  'add-image': addImage,
  'replace-image': replaceImage,
  'replace-images-by-pattern': replaceImagesByPattern,
  'remove-duplicate-images': removeDuplicateImages,
  'remove-images': removeImages,
  'remove-images-at': removeImagesAt,
  'limit-images': limitImages,
  'sort-images': sortImages,
  'move-image': moveImage,
  'alt-text': altText,
  'set-attribute': setAttribute,
  'remove-attributes': removeAttributes,
  'rename-attribute': renameAttribute,
  'clear-own-values': clearOwnValues,
};
