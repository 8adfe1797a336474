import type { ErrorCode } from '@bowerbird/contract/errors';

/**
 * Messages with which stores reject a product, in their own languages, and our error code for each; the first match
 * counts. The wording comes from the platforms' notes and recorded answers.
 */
const meanings: readonly [RegExp, ErrorCode][] = [
  [
    /(invalid|wrong|unsupported|not (?:a )?(?:valid|supported|allowed)).{0,40}(image|file) ?(type|format|extension)|not allowed to upload this (?:file )?type|file type|图片格式|圖片格式|image.{0,20}(too large|too big)|图片.{0,8}(过大|太大)|(?:exceeds|超过).{0,20}(?:upload|file) ?size|megapixel/i,
    'store.image-invalid',
  ],
  [
    /(error getting|could not|couldn.t|cannot|can.t|unable to|failed to|fail(?:ed)?).{0,40}(remote )?(image|picture|media|file|src)|image.{0,40}(fail|could not|unreachable|not found|download|404|timed? ?out)|(图片|圖片|图像).{0,12}(失败|失敗|下载|下載|抓取|无法|無法|不存在|错误)|invalid url provided|is not a valid image/i,
    'store.images-unreachable',
  ],
  [/gift card|礼品卡/i, 'store.gift-cards-off'],
  [/metafield|metaobject/i, 'store.custom-fields-rejected'],
  [/suspended|封停|已被封/i, 'store.product-suspended'],
  [
    /(duplicate|duplicated|repeat|same|unique|重复|重複).{0,40}(option|variant|属性|规格|規格)|(option|variant|属性|规格|規格).{0,40}(duplicate|already exists|must be unique|repeat|重复|重複)/i,
    'store.options-repeated',
  ],
  [
    /(option|variant).{0,40}(missing|required|does not exist|doesn.t exist|blank|empty|incomplete|do(?:es)? not match)|产品属性错误|(?:规格|属性).{0,8}(?:不能为空|不存在|不匹配)/i,
    'store.options-incomplete',
  ],
  [
    /(categor|collection|taxonom|\bterm\b|\btags?\b|分类|分類|专辑|專輯|标签|標籤).{0,40}(invalid|not exist|doesn.t exist|not found|not allowed|不存在|无效|無效|错误)|invalid (?:term|categor|collection|tag)/i,
    'store.category-rejected',
  ],
  [
    /too long|too many characters|at most \d+ char|maximum (?:is|length)|exceeds? .{0,20}(?:length|characters)|(?:长度|長度|字符|字元).{0,8}(?:超|不能)|超出.{0,6}长度|过长|過長|太长/i,
    'store.field-too-long',
  ],
  [
    /can.?t be blank|cannot be (?:blank|empty)|is required|required field|must not be empty|missing parameter|不能为空|不能為空|必填|必須填/i,
    'store.field-missing',
  ],
  [
    /is (?:invalid|not valid)|not a valid|invalid (?:value|parameter|format)|must be|is not included|格式(?:错误|不正确|錯誤)|无效|無效/i,
    'store.field-invalid',
  ],
];

const ofKind: readonly [RegExp, ErrorCode][] = [
  [/^variants(?:\.\d+)?\.(?:price|compareAtPrice|cost)$/, 'store.price-invalid'],
  [/^variants(?:\.\d+)?\.stock$/, 'store.inventory-invalid'],
  [/^categories(?:\.|$)/, 'store.category-rejected'],
];
/**
 * Fields that a complaint about options or variants can concern; a complaint about any other field concerns a value of
 * that field.
 */
const ofOptions = /^(?:options(?:\.|$)|variants(?:\.\d+)?(?:\.optionValues)?$)/;
const ofImages = /^(?:images(?:\.|$)|variants(?:\.\d+)?\.imageUrl$)/;

/**
 * Returns the error code for a definite rejection that has no code of its own, from the store's message and our field
 * that it concerns. Returns `store.rejected-product` for unknown messages. Does not decide whether a rejection is
 * definite.
 */
export function rejectionCode(said: string, field: string | null): ErrorCode {
  const mayBeOptions = field === null || ofOptions.test(field);
  const meaning = meanings.find(
    ([words, code]) => (mayBeOptions || !code.startsWith('store.options-')) && words.test(said),
  )?.[1];
  if (field !== null && ofImages.test(field)) {
    return meaning === 'store.image-invalid' || meaning === 'store.field-missing'
      ? meaning
      : 'store.images-unreachable';
  }
  const isAboutValue = meaning === undefined || meaning === 'store.field-invalid';
  const kind =
    field !== null && isAboutValue ? ofKind.find(([fields]) => fields.test(field))?.[1] : undefined;
  return kind ?? meaning ?? 'store.rejected-product';
}

/** Returns the values that a rejection message may contain: the field concerned and the store's message. */
export function rejectionParams(said: string, field: string | null): Record<string, string> {
  return { message: said, ...(field !== null && { field }) };
}
