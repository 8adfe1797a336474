import type { Colour } from './colours.ts';
import type { Drawing } from './drawings.ts';

/** A kind of product that the practice shop sells. Prices in cents, weights in grams. */
export interface Family {
  drawing: Drawing;
  code: string;
  type: string;
  /** Names of the products, English and Chinese, used in turn. */
  nouns: readonly (readonly [string, string])[];
  colours: readonly Colour[];
  /** A second option beside the colour; null when there is none. */
  choice: { name: string; chinese: string; values: readonly (readonly [string, string])[] } | null;
  cents: readonly [low: number, high: number];
  grams: readonly [low: number, high: number];
  material: string;
  care: string;
  tags: readonly string[];
}

// biome-ignore format: a table, one fact after the other
/** The families in the order in which they alternate, so that every page of the shop is mixed. */
export const families: readonly Family[] = [
  {
    drawing: 'mug', code: 'MUG', type: 'Mugs', cents: [1200, 2600], grams: [320, 460],
    nouns: [['Stoneware Mug', '炻器马克杯'], ['Coffee Mug', '咖啡马克杯']],
    colours: ['cobalt', 'sage', 'terracotta', 'slate', 'cream'], tags: ['kitchen', 'stoneware'],
    choice: {
      name: 'Size', chinese: '尺寸',
      values: [['300 ml', '300 毫升'], ['450 ml', '450 毫升']],
    },
    material: 'Glazed stoneware, fired twice', care: 'Dishwasher and microwave safe',
  },
  {
    drawing: 'lamp', code: 'LMP', type: 'Lamps', cents: [4900, 13900], grams: [1400, 2600],
    nouns: [['Table Lamp', '台灯'], ['Bedside Lamp', '床头灯']],
    colours: ['sand', 'cream', 'sage', 'blush'], tags: ['lighting', 'linen'],
    choice: {
      name: 'Plug', chinese: '插头',
      values: [['EU', '欧规'], ['UK', '英规'], ['US', '美规']],
    },
    material: 'Linen shade on a brass stem', care: 'Wipe with a dry cloth',
  },
  {
    drawing: 'backpack', code: 'BPK', type: 'Backpacks', cents: [5900, 12900], grams: [680, 1100],
    nouns: [['Day Backpack', '日用双肩包'], ['Canvas Backpack', '帆布双肩包']],
    colours: ['petrol', 'olive', 'slate', 'rust'], tags: ['travel', 'canvas'],
    choice: {
      name: 'Volume', chinese: '容量',
      values: [['18 L', '18 升'], ['24 L', '24 升']],
    },
    material: 'Waxed organic canvas with leather tabs', care: 'Brush clean, do not wash',
  },
  {
    drawing: 'vase', code: 'VAS', type: 'Vases', cents: [1900, 6400], grams: [500, 1800],
    nouns: [['Clay Vase', '陶土花瓶'], ['Bud Vase', '小口花瓶']],
    colours: ['terracotta', 'cream', 'sage', 'slate'], tags: ['decor', 'handmade'],
    choice: {
      name: 'Size', chinese: '尺寸',
      values: [['Small', '小号'], ['Medium', '中号'], ['Large', '大号']],
    },
    material: 'Hand-thrown clay, matt outside, glazed inside', care: 'Rinse with warm water',
  },
  {
    drawing: 'chair', code: 'CHR', type: 'Chairs', cents: [24900, 64900], grams: [11000, 17500],
    nouns: [['Lounge Chair', '休闲椅'], ['Reading Chair', '阅读椅']],
    colours: ['sage', 'navy', 'blush', 'walnut'], tags: ['furniture', 'living room'],
    choice: {
      name: 'Legs', chinese: '椅腿',
      values: [['Oak', '橡木'], ['Walnut', '胡桃木']],
    },
    material: 'Solid wood frame, wool-blend cover', care: 'Vacuum with a soft brush',
  },
  {
    drawing: 'candle', code: 'CND', type: 'Candles', cents: [1400, 3900], grams: [280, 640],
    nouns: [['Scented Candle', '香薰蜡烛'], ['Soy Candle', '大豆蜡烛']],
    colours: ['cream', 'blush', 'sage', 'stone'], tags: ['decor', 'gifts'],
    choice: {
      name: 'Scent', chinese: '香味',
      values: [['Fig', '无花果'], ['Cedar', '雪松'], ['Linen', '亚麻'], ['Orange Blossom', '橙花']],
    },
    material: 'Soy wax with a cotton wick', care: 'Burns about 45 hours',
  },
  {
    drawing: 'teapot', code: 'TPT', type: 'Teapots', cents: [3900, 8900], grams: [900, 1900],
    nouns: [['Cast Iron Teapot', '铸铁茶壶'], ['Stoneware Teapot', '炻器茶壶']],
    colours: ['slate', 'teal', 'rust', 'navy'], tags: ['kitchen', 'tea'],
    choice: {
      name: 'Volume', chinese: '容量',
      values: [['600 ml', '600 毫升'], ['900 ml', '900 毫升']],
    },
    material: 'Enamelled inside, with a steel strainer', care: 'Hand wash only',
  },
  {
    drawing: 'planter', code: 'PLN', type: 'Planters', cents: [1600, 5200], grams: [700, 3200],
    nouns: [['Planter', '花盆'], ['Herb Pot', '香草盆']],
    colours: ['stone', 'terracotta', 'cream', 'slate'], tags: ['garden', 'plants'],
    choice: {
      name: 'Size', chinese: '尺寸',
      values: [['Small', '小号'], ['Medium', '中号'], ['Large', '大号']],
    },
    material: 'Frost-proof fibre clay with a drainage hole', care: 'Indoors and outdoors',
  },
  {
    drawing: 'blanket', code: 'BLK', type: 'Blankets', cents: [4500, 14900], grams: [800, 1600],
    nouns: [['Wool Blanket', '羊毛毯'], ['Cotton Throw', '棉质盖毯']],
    colours: ['sky_blue', 'oat', 'plum', 'forest', 'rust'], tags: ['textiles', 'living room'],
    choice: {
      name: 'Size', chinese: '尺寸',
      values: [['130 x 180 cm', '130 x 180 厘米'], ['150 x 200 cm', '150 x 200 厘米']],
    },
    material: 'Woven from long fibres, knotted fringe', care: 'Cool wool wash',
  },
  {
    drawing: 'clock', code: 'CLK', type: 'Clocks', cents: [3200, 9900], grams: [620, 1300],
    nouns: [['Wall Clock', '挂钟'], ['Kitchen Clock', '厨房钟']],
    colours: ['walnut', 'slate', 'sand', 'forest'], tags: ['decor', 'quiet'],
    choice: {
      name: 'Diameter', chinese: '直径',
      values: [['25 cm', '25 厘米'], ['32 cm', '32 厘米']],
    },
    material: 'Turned wood rim, silent movement', care: 'One AA battery, not included',
  },
  {
    drawing: 'bowl', code: 'BWL', type: 'Bowls', cents: [2200, 6800], grams: [700, 2100],
    nouns: [['Serving Bowls', '大碗套装'], ['Cereal Bowls', '麦片碗套装']],
    colours: ['steel', 'cream', 'terracotta', 'teal'], tags: ['kitchen', 'porcelain'],
    choice: {
      name: 'Set', chinese: '套装',
      values: [['Set of 2', '两件套'], ['Set of 4', '四件套']],
    },
    material: 'Porcelain with a reactive glaze', care: 'Dishwasher safe',
  },
  {
    drawing: 'tote', code: 'TOT', type: 'Totes', cents: [1800, 4800], grams: [260, 520],
    nouns: [['Market Tote', '购物托特包'], ['Canvas Tote', '帆布托特包']],
    colours: ['oat', 'olive', 'navy', 'blush'], tags: ['travel', 'cotton'],
    choice: null,
    material: 'Heavy cotton canvas, inside pocket', care: 'Machine wash at 30 °C',
  },
  {
    drawing: 'bottle', code: 'BTL', type: 'Bottles', cents: [1900, 4200], grams: [290, 520],
    nouns: [['Steel Bottle', '不锈钢水瓶'], ['Insulated Bottle', '保温瓶']],
    colours: ['teal', 'navy', 'blush', 'slate', 'amber'], tags: ['outdoor', 'travel'],
    choice: {
      name: 'Volume', chinese: '容量',
      values: [['500 ml', '500 毫升'], ['750 ml', '750 毫升'], ['1 L', '1 升']],
    },
    material: 'Double-walled steel, 12 hours hot', care: 'Hand wash the lid',
  },
  {
    drawing: 'sneaker', code: 'SNK', type: 'Sneakers', cents: [6900, 13900], grams: [540, 760],
    nouns: [['Knit Sneaker', '针织运动鞋'], ['Court Sneaker', '板鞋']],
    colours: ['denim', 'slate', 'rust', 'sage'], tags: ['shoes', 'recycled'],
    choice: {
      name: 'Size', chinese: '尺码',
      values: [['38', '38'], ['40', '40'], ['42', '42'], ['44', '44']],
    },
    material: 'Recycled knit on a natural rubber sole', care: 'Wipe clean',
  },
  {
    drawing: 'watch', code: 'WTC', type: 'Watches', cents: [8900, 24900], grams: [60, 110],
    nouns: [['Everyday Watch', '日常腕表'], ['Field Watch', '野外腕表']],
    colours: ['navy', 'forest', 'plum', 'tortoise'], tags: ['accessories', 'gifts'],
    choice: {
      name: 'Strap', chinese: '表带',
      values: [['Nylon', '尼龙'], ['Leather', '皮革']],
    },
    material: 'Steel case, scratch-resistant glass', care: 'Water resistant to 5 bar',
  },
  {
    drawing: 'headphones', code: 'HPH', type: 'Headphones', cents: [7900, 22900], grams: [210, 290],
    nouns: [['Wireless Headphones', '无线耳机'], ['Studio Headphones', '录音室耳机']],
    colours: ['periwinkle', 'slate', 'sand', 'forest'], tags: ['sound', 'gifts'],
    choice: null,
    material: 'Soft protein leather, folding arms', care: 'Charges in 90 minutes',
  },
  {
    drawing: 'sunglasses', code: 'SGL', type: 'Sunglasses', cents: [3900, 11900], grams: [28, 42],
    nouns: [['Round Sunglasses', '圆框太阳镜'], ['Classic Sunglasses', '经典太阳镜']],
    colours: ['tortoise', 'slate', 'olive', 'plum'], tags: ['accessories', 'summer'],
    choice: {
      name: 'Lens', chinese: '镜片',
      values: [['Grey', '灰色'], ['Brown', '棕色']],
    },
    material: 'Plant-based acetate, UV400 lenses', care: 'Comes with a felt case',
  },
  {
    drawing: 'tent', code: 'TNT', type: 'Tents', cents: [15900, 42900], grams: [2400, 4900],
    nouns: [['Camping Tent', '露营帐篷'], ['Trail Tent', '徒步帐篷']],
    colours: ['amber', 'forest', 'petrol', 'rust'], tags: ['outdoor', 'camping'],
    choice: {
      name: 'Sleeps', chinese: '人数',
      values: [['2', '两人'], ['3', '三人'], ['4', '四人']],
    },
    material: 'Ripstop fly, aluminium poles', care: 'Dry before packing',
  },
];

/**
 * Lines give products of one family different names; with 18 families they make the 504 products of the practice shop.
 */
export const lines = [
  'Haven',
  'Alder',
  'Brook',
  'Cove',
  'Dune',
  'Ember',
  'Fern',
  'Grove',
  'Heath',
  'Isle',
  'Juniper',
  'Kestrel',
  'Larch',
  'Meadow',
  'Nordic',
  'Orchard',
  'Pebble',
  'Quay',
  'Rowan',
  'Shore',
  'Thistle',
  'Umber',
  'Vale',
  'Willow',
  'Yarrow',
  'Zephyr',
  'Birch',
  'Clover',
] as const;
