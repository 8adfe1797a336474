/** Facts about a platform's shops that its code does not show; each is based on its notes or its readme. */
export interface PlatformFacts {
  /** Hosts that alone identify the platform; '*' stands for any name. */
  hosts: readonly string[];
  /** Where its methods end, and what is done beyond that. */
  limits: readonly string[];
  /** Meaning of its categories. */
  categories: string;
  /** What a product's categories become in a store that is listed to; omitted when nothing is listed to it. */
  placed?: string;
  /** What a collected product lacks, or has only sometimes. */
  lacks: readonly string[];
  /** Requirements for data that is not public. */
  needs: readonly string[];
  /** A pace slower than the usual one; omitted for the usual one. */
  pace?: string;
}

/** Facts by platform id. Separate from `all.ts`, because only the documentation needs them. */
export const platformFacts: ReadonlyMap<string, PlatformFacts> = new Map<string, PlatformFacts>([
  [
    'shopify',
    {
      hosts: ['*.myshopify.com'],
      limits: [
        'Lists give 250 products at once and end at 25,000; past that the categories are read, then what the sitemap names and no list gave.',
        'A page over 30 MB is asked for in smaller parts; one product alone that is larger is skipped by name.',
        'The search is closed to robots by the usual robots.txt, and then said so; the plugin reads it.',
      ],
      categories: 'Collections, without a tree; what they promise is often wrong and binds nobody.',
      placed:
        'Manual collections, by the last name of each path: found by handle or title, else made and shown; an update joins those that are new, beside what the merchant chose.',
      lacks: [
        'The feed tells no barcode and no stock, only whether a variant can be bought. A product read alone tells the barcode; quantities are read on request, one more request for each product, where the shop tells them.',
      ],
      needs: ['Shops behind a password: the plugin, signed in.'],
    },
  ],
  [
    'shopline',
    {
      hosts: ['*.myshopline.com'],
      limits: [
        'No public list: products come from the sitemap; without one, from the page of everything and the categories, page by page.',
        'A page of everything that shows its first goods for ever is told from one that ends, and named.',
      ],
      categories: 'Those that the front page links to, without a tree.',
      placed:
        'Manual collections, by the last name of each path: found by title, else made; an update joins those that are new, beside what the merchant chose.',
      lacks: [
        'The markup of the description, tags and weights, where the official call is closed and only the page is left.',
        'Quantities are read on request, one more request for each product.',
      ],
      needs: ['Shops behind a password: the plugin, signed in.'],
    },
  ],
  [
    'shopline-tw',
    {
      hosts: ['*.shoplineapp.com'],
      limits: [
        'No public list: products come from the sitemap; without one, from `/products` and the categories, page by page.',
        'Where a shop shows what it finds for words is not known.',
      ],
      categories: 'Those that the front page links to, without a tree.',
      lacks: ['A number for stock without limit, which has none.'],
      needs: [],
    },
  ],
  [
    'shoplazza',
    {
      hosts: ['*.myshoplaza.com'],
      limits: [
        'Lists give 48 products at once; a list that goes on past 2,000 pages goes on for ever and is left.',
        'Descriptions are left out of lists and asked for together.',
      ],
      categories: 'Those that the shop links to, without a tree; each costs a request, for lists take ids.',
      placed:
        'Collections without rules, by the last name of each path: found by title, else made; named beside those that the merchant chose.',
      lacks: ['A number for stock that is not tracked.'],
      needs: [],
    },
  ],
  [
    'shopyy',
    {
      hosts: ['*.ymcart.com', '*.shopyy.com', '*.myshopyy.com', '*.oemsaas.*'],
      limits: [
        'No public list: products come from the sitemap; without one, from the page of everything and the categories, page by page.',
        'The older generation (ymcart) is read from linked data alone.',
        'Where a shop shows what it finds for words is not known.',
      ],
      categories: 'Those that the front page links to, without a tree.',
      placed:
        'Collections, by the last name of each path, found by title among the first 500; none is made, and one that is missing is told.',
      lacks: [
        'Variants, where a theme does not write its product into the page; the product says which way it was read.',
      ],
      needs: [],
    },
  ],
  [
    'woocommerce',
    {
      hosts: [],
      limits: [
        'Lists give 100 products at once and have no end of their own; variations are asked for a hundred at a time.',
        'Where the API is closed, a page holds at most 30 variations; a product with more is skipped by name.',
      ],
      categories: 'Product categories, with their tree.',
      placed: 'Product categories with their tree, and tags and attributes: found, else made.',
      lacks: ['Barcodes and the exact stock, which the open API does not tell.'],
      needs: ['Drafts and private products: the shop’s own REST keys.'],
    },
  ],
  [
    'wordpress',
    {
      hosts: [],
      limits: [
        'Lists give 100 posts at once. Where the API is closed: the sitemap, else the news feed, which shows the newest alone.',
      ],
      categories: 'Categories of posts, with their tree.',
      placed: 'Categories of posts with their tree, and tags: found, else made.',
      lacks: [
        'A price, where the words of a post tell none: it becomes a draft that says so.',
        'Stock, which posts never tell.',
      ],
      needs: [],
    },
  ],
  [
    'aliexpress',
    {
      hosts: ['*.aliexpress.com', '*.aliexpress.us'],
      limits: [
        'Searches and categories give 60 pages at most; the marketplace as a whole is no shop.',
        'A captcha ends the run; nothing goes around it.',
        'aliexpress.ru is another house and is not read.',
      ],
      categories: 'What a page links to; the whole tree is shown nowhere.',
      lacks: [
        'The seller’s own codes.',
        'Variants that cannot be sold: their numbers are kept, their prices mean nothing.',
      ],
      needs: ['Most item pages answer only in a browser: the plugin, or credentials of the open platform.'],
      pace: 'Never faster than one request in three seconds.',
    },
  ],
  [
    'alibaba',
    {
      hosts: ['*.alibaba.com'],
      limits: [
        'Stores, groups, categories and searches, page by page; the marketplace as a whole is no shop.',
        'Addresses of data centres are turned away with a check, which ends the run.',
      ],
      categories: 'What a page tells, its path and its links; the whole tree is shown nowhere.',
      lacks: [
        'The seller’s own codes.',
        'Prices that are hidden or negotiable: the product is skipped by name, never guessed.',
      ],
      needs: ['Where pages are turned away: the plugin, or credentials of the open platform.'],
    },
  ],
  [
    'alibaba-1688',
    {
      hosts: ['*.1688.com'],
      limits: [
        'Stores, groups, categories and searches, page by page; a search whose page is an empty shell is read in a browser.',
        'Addresses of data centres are turned away for good.',
      ],
      categories: 'What a page tells, its path and its links; the whole tree is shown nowhere.',
      lacks: [
        'The seller’s own codes.',
        'Prices that are hidden or negotiable: the product is skipped by name, never guessed.',
      ],
      needs: ['Nearly always the plugin, or credentials of the open platform.'],
    },
  ],
  [
    'unknown',
    {
      hosts: [],
      limits: [
        'A whole shop is what its sitemap names at addresses of products; without one, what the usual page of everything shows, to its end.',
      ],
      categories: 'None.',
      lacks: [
        'Stock, options without names, and whatever a page does not tell machines; each field says which form told it.',
      ],
      needs: [],
    },
  ],
]);
