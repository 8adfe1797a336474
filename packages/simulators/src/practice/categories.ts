import { centsAt, familyAt, onSale } from './products.ts';

/** A category of the practice shop: which products it contains, by index, without generating them. */
export interface PracticeCategory {
  handle: string;
  title: string;
  description: string;
  has(index: number, seed: number): boolean;
}

function ofTypes(...types: string[]): PracticeCategory['has'] {
  return (index) => types.includes(familyAt(index).type);
}

/** Number of products that "New in" shows. */
export const newInCount = 24;

/** The practice shop's categories in display order. */
export const practiceCategories: readonly PracticeCategory[] = [
  {
    handle: 'new-in',
    title: 'New in',
    description: 'Fresh from the workshop.',
    has: (index) => index < newInCount,
  },
  {
    handle: 'lighting',
    title: 'Lighting',
    description: 'Lamps and candles.',
    has: ofTypes('Lamps', 'Candles'),
  },
  {
    handle: 'kitchen-and-table',
    title: 'Kitchen & table',
    description: 'For long breakfasts.',
    has: ofTypes('Mugs', 'Bowls', 'Teapots'),
  },
  {
    handle: 'living-room',
    title: 'Living room',
    description: 'Sit down, stay a while.',
    has: ofTypes('Chairs', 'Blankets', 'Clocks', 'Vases'),
  },
  {
    handle: 'plants-and-garden',
    title: 'Plants & garden',
    description: '',
    has: ofTypes('Planters', 'Vases'),
  },
  { handle: 'bags', title: 'Bags', description: 'Backpacks and totes.', has: ofTypes('Backpacks', 'Totes') },
  {
    handle: 'outdoors',
    title: 'Outdoors',
    description: 'Nights under canvas.',
    has: ofTypes('Tents', 'Bottles', 'Backpacks'),
  },
  { handle: 'to-wear', title: 'To wear', description: '', has: ofTypes('Sneakers', 'Watches', 'Sunglasses') },
  { handle: 'sound', title: 'Sound', description: 'Headphones for home.', has: ofTypes('Headphones') },
  {
    handle: 'under-30',
    title: 'Under 30',
    description: 'Small prices.',
    has: (index, seed) => centsAt(seed, index) < 3000,
  },
  { handle: 'sale', title: 'Sale', description: 'Last chance.', has: (index, seed) => onSale(seed, index) },
];
