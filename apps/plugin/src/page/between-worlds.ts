/** Set in every message between our two scripts of one page; any other script of the page may set it, too. */
export const marker = 'bowerbird-page';

/** Content of a response that the page received: the item it shows, or a list of products. */
export type AnswerKind = 'item' | 'list';

/** From the page's own world: a response that the page received, as text, with the requested address. */
export interface HeardAnswer {
  mark: typeof marker;
  what: 'answer';
  kind: AnswerKind;
  address: string;
  text: string;
}

/** To the page's own world: requests a copy of the variables in which pages keep their products. */
export interface WantedVariables {
  mark: typeof marker;
  what: 'variables-wanted';
}

/** The copies, as JSON, by variable name. */
export interface CopiedVariables {
  mark: typeof marker;
  what: 'variables';
  values: Record<string, string>;
}

/** Maximum number of characters of one response or of all variables; longer ones are dropped. */
export const answerLengthMax = 2_000_000;

/**
 * Variables that hold a page's products, as paths below `window` (`aliexpress/readme.md`, Product pages; Lists;
 * `alibaba/readme.md`, Alibaba.com: product pages; Alibaba.com: lists; 1688: product pages).
 */
export const pageVariables = [
  'runParams',
  '_dida_config_._init_data_',
  'detailData',
  'context',
  '__INIT_DATA',
  'data.offerresultData',
] as const;
