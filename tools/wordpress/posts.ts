import { goodAt } from '@bowerbird/simulators/practice/products';

/** A typical post about something that its author sells. */
export interface SitePost {
  title: string;
  slug: string;
  content: string;
  /** From the top: each name under the one before it. */
  category: string[];
  tags: string[];
  status: 'publish' | 'draft' | 'private';
  password: string;
  /** Whether an image is uploaded and featured. */
  image: boolean;
  price: string | null;
}

const tree = [['Home'], ['Home', 'Lighting & Décor'], ['Home', 'Lighting & Décor', 'Lamps'], ['Kitchen']];

/** Returns this many posts about practice products, the same each time; every seventh has no price. */
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
      image: index % 3 === 0,
      price,
    };
  });
}
