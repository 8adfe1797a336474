import type { ArticleText } from '@bowerbird/contract/news';

/** The articles of the house, in one language. */
export interface FirstArticles {
  /** From a shop's address to a listed product. */
  firstWay: ArticleText;
  /** How listing exactly once works, and what "being checked" means. */
  exactlyOnce: ArticleText;
  /** What the goods CSV carries. */
  csv: ArticleText;
  /** People of a team and what they may do. */
  team: ArticleText;
}
