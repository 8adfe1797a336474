/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export type Random = () => number;

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const syllables =
  'ka lo mi ren tor vel sun bri qua ne dal fo gri hes il jun ky lem mor nap ost pel rus sta ti ula vor wen xi yar zor'.split(
    ' ',
  );
const kinds = {
  Home: 'mug lamp vase bowl throw cushion rug clock mirror candle tray shelf basket planter teapot'.split(
    ' ',
  ),
  Clothing: 'jacket shirt dress hoodie jeans skirt coat vest sweater leggings blouse shorts'.split(' '),
  Sports: 'tent bottle backpack mat racket glove helmet paddle sleeping-bag torch'.split(' '),
  Electronics: 'charger cable speaker keyboard headset stand hub webcam power-bank tripod'.split(' '),
  Toys: 'puzzle doll robot kite blocks train plush game'.split(' '),
} as const;
const looks =
  'soft round folding waterproof vintage modern hand-made recycled heavy light slim oversized quiet portable insulated striped woven matte brushed rustic'.split(
    ' ',
  );
const materials =
  'oak walnut linen cotton brass steel glass wool leather bamboo ceramic marble velvet canvas silicone aluminium'.split(
    ' ',
  );
const colours =
  'Ash,Moss,Sand,Ink,Rose,Clay,Sky,Plum,Rust,Cream,Jet black,Off white,Forest,Lemon,Cobalt,Coral'.split(',');
const sizes = 'XS,S,M,L,XL,2XL,3XL'.split(',');
const words =
  'the a of and with for in our your every made from to keeps stays lasts fits holds folds opens washes dries daily outdoor kitchen garden travel gentle careful certified tested year piece set detail edge surface colour handle bottom cover inside outside water heat cold sun rain family gift small large'.split(
    ' ',
  );
const chinese =
  '不锈钢保温杯家用陶瓷碗户外折叠桌简约台灯棉麻靠枕儿童玩具防水背包无线音箱花园铲子手工木质收纳盒';
const portuguese = 'caneca,luminária,almofada,cesto,tapete,garrafa,mochila,relógio,bandeja,jaqueta'.split(
  ',',
);

/**
 * Returns a shop's products as Shopify's feed gives them: titles of several languages and lengths, one to three options, up to 24 variants,
 * descriptions of 100 to 12,000 characters, about 4 kB of JSON each. A few have a title or an image of another one.
 */
export function variedProducts(count: number, seed: number): ShopifyProduct[] {
  const random = randomFrom(seed);
  const products: ShopifyProduct[] = [];
  for (let number = 1; number <= count; number += 1) {
    const like = random() < 0.03 ? products[Math.floor(random() * products.length)] : undefined;
    products.push(productOf(random, seed * 1_000_000 + number, like));
  }
  return products;
}

/** Gives this share of the products another price, as a shop does from one day to the next. */
export function changePrices(products: readonly ShopifyProduct[], share: number, seed: number): number {
  const random = randomFrom(seed);
  let changed = 0;
  for (const { variants } of products) {
    if (random() < share) {
      changed += 1;
      for (const variant of variants) {
        variant.price = (Number(variant.price) + 1 + Math.floor(random() * 9)).toFixed(2);
      }
    }
  }
  return changed;
}

interface Variant {
  price: string;
  [field: string]: unknown;
}
interface Image {
  src: string;
  [field: string]: unknown;
}
export interface ShopifyProduct {
  title: string;
  variants: Variant[];
  images: Image[];
  [field: string]: unknown;
}

function productOf(random: Random, id: number, like: ShopifyProduct | undefined): ShopifyProduct {
  const type = pick(random, Object.keys(kinds) as (keyof typeof kinds)[]);
  const vendor = nameOf(random);
  const title = like && random() < 0.6 ? like.title : titleOf(random, kinds[type], vendor);
  const options = optionsOf(random, type);
  const at = `202${Math.floor(random() * 6)}-0${1 + Math.floor(random() * 9)}-12T0${Math.floor(random() * 10)}:04:05-05:00`;
  const images = imagesOf(random, id, at);
  const shared = like?.images[0];
  if (shared && images[0] && random() < 0.5) {
    images[0].src = shared.src;
  }
  return {
    id,
    title,
    handle: `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${id % 1_000_000}`,
    body_html: descriptionOf(random),
    published_at: at,
    created_at: at,
    updated_at: at,
    vendor,
    product_type: type,
    tags: Array.from(
      { length: Math.floor(random() * 9) },
      () => `${pick(random, looks)} ${pick(random, kinds[type])}`,
    ),
    options: options.map(({ name, values }, index) => ({ name, position: index + 1, values })),
    images,
    variants: variantsOf(random, id, options, at),
  };
}

function titleOf(random: Random, nouns: readonly string[], vendor: string): string {
  const language = random();
  if (language < 0.08) {
    const length = 6 + Math.floor(random() * 14);
    return Array.from({ length }, () => pick(random, [...chinese])).join('');
  }
  const made = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, looks));
  const noun = language < 0.14 ? pick(random, portuguese) : pick(random, nouns);
  const parts = [
    random() < 0.5 ? vendor : nameOf(random),
    ...made,
    pick(random, materials),
    noun,
    random() < 0.4 ? `${1 + Math.floor(random() * 900)}${pick(random, ['ml', 'cm', ' pcs', 'W', '"'])}` : '',
    random() < 0.3 ? `- ${nameOf(random)} ${Math.floor(random() * 5000)}` : '',
  ];
  return parts
    .filter((part) => part !== '')
    .map(capital)
    .join(' ');
}

function optionsOf(random: Random, type: string): { name: string; values: string[] }[] {
  const some = (from: readonly string[], most: number) => {
    const first = Math.floor(random() * from.length);
    return Array.from(
      { length: 1 + Math.floor(random() * most) },
      (_, at) => from[(first + at) % from.length] ?? '',
    );
  };
  const chance = random();
  if (chance < 0.3) {
    return [{ name: 'Title', values: ['Default Title'] }];
  }
  if (chance < 0.7) {
    return [
      type === 'Clothing'
        ? { name: 'Size', values: some(sizes, 7) }
        : { name: 'Color', values: some(colours, 7) },
    ];
  }
  const two = [
    { name: 'Color', values: some(colours, 4) },
    { name: 'Size', values: some(sizes, 4) },
  ];
  return chance < 0.93 ? two : [...two, { name: 'Material', values: some(materials, 2) }];
}

function variantsOf(
  random: Random,
  id: number,
  options: readonly { values: string[] }[],
  at: string,
): Variant[] {
  const combined = options.reduce<string[][]>(
    (before, { values }) => before.flatMap((each) => values.map((value) => [...each, value])),
    [[]],
  );
  const price = 2 + random() * 300;
  return combined.map((values, index) => ({
    id: id * 40 + index,
    product_id: id,
    title: values.join(' / '),
    option1: values[0] ?? null,
    option2: values[1] ?? null,
    option3: values[2] ?? null,
    sku:
      random() < 0.8
        ? `${Math.floor(random() * 1e9)
            .toString(36)
            .toUpperCase()}-${index}`
        : '',
    requires_shipping: true,
    taxable: true,
    featured_image: null,
    available: random() < 0.85,
    price: (price + index * Math.floor(random() * 3)).toFixed(2),
    grams: Math.floor(random() * 5000),
    compare_at_price: random() < 0.3 ? (price * 1.4).toFixed(2) : null,
    position: index + 1,
    created_at: at,
    updated_at: at,
  }));
}

function imagesOf(random: Random, id: number, at: string): Image[] {
  const name = `${nameOf(random)}-${Math.floor(random() * 1e9).toString(36)}`.toLowerCase();
  return Array.from({ length: 1 + Math.floor(random() * 6) }, (_, index) => ({
    id: id * 10 + index,
    product_id: id,
    position: index + 1,
    created_at: at,
    updated_at: at,
    variant_ids: [],
    src: `https://cdn.shopify.com/s/files/1/0001/0002/products/${name}-${index}.jpg?v=${16e8 + (id % 1e6)}`,
    width: 600 + Math.floor(random() * 2000),
    height: 600 + Math.floor(random() * 2000),
  }));
}

function descriptionOf(random: Random): string {
  const length = Math.round(100 * Math.exp(random() ** 1.5 * 4.7));
  let text = '';
  while (text.length < length) {
    const sentence = capital(
      Array.from({ length: 4 + Math.floor(random() * 14) }, () =>
        random() < 0.15 ? nameOf(random).toLowerCase() : pick(random, words),
      ).join(' '),
    );
    const chance = random();
    text +=
      chance < 0.15
        ? `<ul>\n<li>${sentence}</li>\n<li><strong>${capital(pick(random, materials))}</strong> &amp; ${pick(random, looks)}</li>\n</ul>`
        : `<p>${sentence}. ${chance < 0.3 ? `<span style="color: #${Math.floor(random() * 4096).toString(16)}">"${nameOf(random)}"</span>` : ''}</p>\n`;
  }
  return text;
}

function nameOf(random: Random): string {
  return capital(
    Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(random, syllables)).join(''),
  );
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function pick<Each>(random: Random, from: readonly Each[]): Each {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) {
    throw new Error('Nothing to pick from.');
  }
  return picked;
}
