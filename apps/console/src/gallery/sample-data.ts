import type { Variant } from '@bowerbird/catalog/product';
import { firstRule } from '@bowerbird/contract/collect/claim-rule';
import type { PlatformInfo } from '@bowerbird/contract/collect/platforms';
import type { Recollected } from '@bowerbird/contract/collect/recollect';
import type { SourceAccess } from '@bowerbird/contract/collect/sources';
import type { SavedItem } from '@bowerbird/contract/products/saved-items';

const platform = (id: string, name: string, letters: string, hue: string): PlatformInfo => ({
  id,
  name,
  letters,
  hue,
  collects: true,
  searches: true,
  lists: true,
  connections: [],
  access: [
    {
      id: 'token',
      ofOneShop: true,
      fields: [{ name: 'accessToken', secret: true, optional: false }],
    },
  ],
});

export const platforms: PlatformInfo[] = [
  platform('shopify', 'Shopify', 'Sf', '#2C6E3B'),
  platform('woocommerce', 'WooCommerce', 'Wc', '#7F54B3'),
  platform('shopline', 'SHOPLINE', 'Sl', '#1F4FD8'),
];

/** A square image in a colour, as an address that needs no network. */
const square = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240" fill="#fff"/><path d="M60 200V96l60-56 60 56v104z" fill="${colour}"/></svg>`,
  )}`;

export const lamp = square('#b8743a');
export const sampleImages = [lamp, square('#3a7ab8'), square('#5d8f4e'), square('#8b5aa5')];

/** Titles as merchants have them: usual, long, in Chinese, without one. */
export const titles = [
  'Linen table lamp',
  'Handwoven natural rattan pendant light with adjustable cord for living room, bedroom and hallway',
  '日式实木落地灯 客厅卧室创意简约床头阅读灯 三色可调光',
  '',
];

export const recollectedRunId = '0199aaaa-0000-7000-8000-00000000000a';

export const recollected: Recollected = {
  run: {
    id: recollectedRunId,
    kind: 'collect',
    state: 'complete',
    title: 'lamps.example',
    done: 1284,
    total: 1284,
    failed: 0,
    secondsLeft: null,
    fault: null,
    goesOnAt: null,
    createdBy: null,
    createdAt: '2026-11-20T08:00:00.000Z',
    startedAt: '2026-11-20T08:00:00.000Z',
    endedAt: '2026-11-20T08:09:00.000Z',
    version: 3,
    exportFileId: null,
  },
  platform: 'shopify',
  shop: 'lamps.example',
  products: { unchanged: 1102, followed: 140, kept: 24, undecided: 12, decided: 6, gone: 3 },
  fieldsUndecided: 19,
  editSetId: null,
};

export const accesses: SourceAccess[] = (['works', 'refused', 'unchecked'] as const).map((state, index) => ({
  id: `0199aaaa-0000-7000-8000-0000000000b${index}`,
  platform: platforms[index]?.id ?? 'shopify',
  connection: 'token',
  name: titles[index] ?? '',
  shop: state === 'unchecked' ? null : 'lamps.example',
  shown: { accessToken: 'a1b2' },
  state,
  fault: state === 'refused' ? { code: 'source.blocked-us', params: {} } : null,
  checkedAt: '2026-11-20T08:00:00.000Z',
  lastUsedAt: state === 'works' ? '2026-11-20T08:00:00.000Z' : null,
  expiresAt: state === 'works' ? '2027-02-01T00:00:00.000Z' : null,
  createdAt: '2026-11-01T08:00:00.000Z',
}));

/** A month of a figure that rises, with empty days. */
export const month = Array.from({ length: 30 }, (_, day) =>
  day % 7 === 6 ? 0 : 20 + day * 4 + (day % 5) * 9,
);

/** Three variants, of which one has neither price nor SKU. */
export const variants: Variant[] = ['S', 'M', 'L'].map((value, index) => ({
  id: `v${index + 1}`,
  sku: index === 2 ? null : `LAMP-${value}`,
  barcode: null,
  optionValues: [value],
  price: index === 2 ? null : '24.90',
  compareAtPrice: null,
  cost: null,
  stock: 12,
  available: true,
  weight: null,
  imageUrl: null,
  requiresShipping: true,
  taxable: true,
}));

export const description = `<h2>Linen</h2><p>A <b>lamp</b> of linen and oak. <a href="https://lamps.example">lamps.example</a></p><ul><li>E27</li><li>1.8 m</li></ul>`;
export const descriptionWithTable = `${description}<table><tbody><tr><th>Height</th><td>42 cm</td></tr><tr><th>Width</th><td>28 cm</td></tr></tbody></table>`;

export const savedRules: SavedItem[] = [
  {
    id: '0199aaaa-0000-7000-8000-000000000031',
    name: '2.5 x',
    shared: true,
    mine: false,
    by: '陈悟',
    content: { kind: 'claim-rule', fields: { ...firstRule, kind: 'from-cost', factor: '2.5' } },
    updatedAt: '2026-11-20T08:00:00.000Z',
  },
];
