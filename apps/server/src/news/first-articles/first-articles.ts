import type { ArticleText } from '@bowerbird/contract/system/news';

/** The built-in articles, in one language. */
export interface FirstArticles {
  /** From a shop's address to a listed product. */
  firstWay: ArticleText;
  /** How listing exactly once works, and what "being checked" means. */
  exactlyOnce: ArticleText;
  /** What the product CSV contains. */
  csv: ArticleText;
  /** The people of a team and what they may do. */
  team: ArticleText;
}
