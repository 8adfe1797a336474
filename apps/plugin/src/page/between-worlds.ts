/** Set in every message that our two scripts of one page send each other; any other script of the page may set it too. */
export const marker = 'bowerbird-page';

/** What a page was answered: the item it shows, or a list of its goods. */
export type AnswerKind = 'item' | 'list';

/** From the page's own world: an answer that the page received, as text, with the address it was asked at. */
export interface HeardAnswer {
  mark: typeof marker;
  what: 'answer';
  kind: AnswerKind;
  address: string;
  text: string;
}

/** To the page's own world: a copy is wanted of the variables that pages keep their goods in. */
export interface WantedVariables {
  mark: typeof marker;
  what: 'variables-wanted';
}

/** The copies, as JSON, by the variable's name. */
export interface CopiedVariables {
  mark: typeof marker;
  what: 'variables';
  values: Record<string, string>;
}

/** Characters of one answer or of all variables; what is longer is let go. */
export const answerLengthMax = 2_000_000;

/**
 * Variables that hold a page's goods, as paths below `window` (`aliexpress/readme.md`, Product pages; Lists; `alibaba/readme.md`,
 * Alibaba.com: product pages; Alibaba.com: lists; 1688: product pages).
 */
export const goodsVariables = [
  'runParams',
  '_dida_config_._init_data_',
  'detailData',
  'context',
  '__INIT_DATA',
  'data.offerresultData',
] as const;
