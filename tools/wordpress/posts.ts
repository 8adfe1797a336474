import { goodAt } from '@bowerbird/platforms/practice/goods';

/** A post as somebody writes about a thing they sell. */
export interface SitePost {
  title: string;
  slug: string;
  content: string;
  /** From the top: each name under the one before it. */
  category: string[];
  tags: string[];
  status: 'publish' | 'draft' | 'private';
  password: string;
  /** Whether a picture is uploaded and featured. */
  picture: boolean;
  price: string | null;
}

const tree = [['Home'], ['Home', 'Lighting & Décor'], ['Home', 'Lighting & Décor', 'Lamps'], ['Kitchen']];

/** So many posts about practice goods, the same each time; every seventh names no price. */
export function postsAbout(count: number): SitePost[] {
  return Array.from({ length: count }, (_, index): SitePost => {
    const good = goodAt(7, index);
    const cents = good.variants[0]?.cents ?? 1000;
    const price = index % 7 === 6 ? null : (cents / 100).toFixed(2);
    const priceLine = price === null ? '' : `<p><strong>Price: $${price}</strong></p>`;
    return {
      title: index % 10 === 3 ? `${good.title} & “more” <em>now</em>` : good.title,
      slug: good.handle,
      content: `${good.descriptionHtml}\n${priceLine}`,
      category: tree[index % tree.length] ?? [],
      tags: good.tags.slice(0, 2),
      status: 'publish',
      password: '',
      picture: index % 3 === 0,
      price,
    };
  });
}
