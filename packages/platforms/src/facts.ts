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
        'Lists give 250 products per page and end at 25,000; beyond that, the categories are read, then the products of the sitemap that no list gave.',
        'A page over 30 MB is requested in smaller parts; a single larger product is skipped by name.',
        'The usual robots.txt closes the search to robots; the error says so, and the plugin can read it.',
      ],
      categories: 'Collections, without a tree; their product counts are often wrong and are not relied on.',
      placed:
        'Manual collections, by the last name of each path: found by handle or title, else created and published; an update adds the new ones and keeps those that the merchant chose.',
      lacks: [
        'The feed has no barcode and no stock, only whether a variant can be bought. A product read singly has the barcode; quantities are read on request, with one more request for each product, if the shop gives them.',
      ],
      needs: ['Shops behind a password: the plugin, signed in.'],
    },
  ],
  [
    'shopline',
    {
      hosts: ['*.myshopline.com'],
      limits: [
        'No public list: products come from the sitemap; without one, from the page of all products and the categories, page by page.',
        'A page of all products that repeats its first products endlessly is detected and reported.',
      ],
      categories: 'Those that the front page links to, without a tree.',
      placed:
        'Manual collections, by the last name of each path: found by title, else created; an update adds the new ones and keeps those that the merchant chose.',
      lacks: [
        'The markup of the description, tags and weights, if the official call is closed and only the page can be read.',
        'Quantities are read on request, with one more request for each product.',
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
        'The address of a shop’s search is not known.',
      ],
      categories: 'Those that the front page links to, without a tree.',
      lacks: ['A quantity for unlimited stock, which has none.'],
      needs: [],
    },
  ],
  [
    'shoplazza',
    {
      hosts: ['*.myshoplaza.com'],
      limits: [
        'Lists give 48 products per page; a list with more than 2,000 pages counts as endless and is abandoned.',
        'Lists contain no descriptions; those are requested for several products at once.',
      ],
      categories:
        'Those that the shop links to, without a tree; each costs a request, because lists need ids.',
      placed:
        'Collections without rules, by the last name of each path: found by title, else created; added to those that the merchant chose.',
      lacks: ['A quantity for stock that is not tracked.'],
      needs: [],
    },
  ],
  [
    'shopyy',
    {
      hosts: ['*.ymcart.com', '*.shopyy.com', '*.myshopyy.com', '*.oemsaas.*'],
      limits: [
        'No public list: products come from the sitemap; without one, from the page of all products and the categories, page by page.',
        'The older generation (ymcart) is read from linked data alone.',
        'The address of a shop’s search is not known.',
      ],
      categories: 'Those that the front page links to, without a tree.',
      placed:
        'Collections, by the last name of each path, found by title among the first 500; none is created, and a missing one is reported.',
      lacks: [
        'Variants, if a theme does not write its product into the page; the product records the method.',
      ],
      needs: [],
    },
  ],
  [
    'woocommerce',
    {
      hosts: [],
      limits: [
        'Lists give 100 products per page, without a limit; variations are requested a hundred at a time.',
        'If the API is closed, a page contains at most 30 variations; a product with more is skipped by name.',
      ],
      categories: 'Product categories, with their tree.',
      placed: 'Product categories with their tree, and tags and attributes: found, else created.',
      lacks: ['Barcodes and the exact stock, which the open API does not give.'],
      needs: ['Drafts and private products: the shop’s own REST keys.'],
    },
  ],
  [
    'wordpress',
    {
      hosts: [],
      limits: [
        'Lists give 100 posts per page. If the API is closed: the sitemap, else the news feed, which has only the newest posts.',
      ],
      categories: 'Categories of posts, with their tree.',
      placed: 'Categories of posts with their tree, and tags: found, else created.',
      lacks: [
        'A price, if the text of a post states none: the product becomes a draft that says so.',
        'Stock, which posts never state.',
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
        'A captcha ends the run; it is never bypassed.',
        'aliexpress.ru is a separate company and is not read.',
      ],
      categories: 'Those that a page links to; the whole tree is not published.',
      lacks: [
        'The seller’s own SKUs.',
        'Variants that cannot be sold: their ids are kept, their prices have no meaning.',
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
        'IP addresses of data centres get a captcha, which ends the run.',
      ],
      categories: 'Those in a page’s path and links; the whole tree is not published.',
      lacks: [
        'The seller’s own SKUs.',
        'Prices that are hidden or negotiable: the product is skipped by name, never guessed.',
      ],
      needs: ['If pages are blocked: the plugin, or credentials of the open platform.'],
    },
  ],
  [
    'alibaba-1688',
    {
      hosts: ['*.1688.com'],
      limits: [
        'Stores, groups, categories and searches, page by page; a search whose page has no content without scripts is read in a browser.',
        'IP addresses of data centres are blocked permanently.',
      ],
      categories: 'Those in a page’s path and links; the whole tree is not published.',
      lacks: [
        'The seller’s own SKUs.',
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
        'A whole shop is every product address in its sitemap; without one, every product on the usual page of all products.',
      ],
      categories: 'None.',
      lacks: [
        'Stock, options without names, and everything that a page does not state in machine-readable form; each field records the form it came from.',
      ],
      needs: [],
    },
  ],
]);
