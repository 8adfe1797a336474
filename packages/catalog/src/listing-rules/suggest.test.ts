import { expect, it } from 'vitest';
import { categorySuggester } from './suggest.ts';

const known = [
  ['Home', 'Kitchen & Dining', 'Mugs'],
  ['Garden', 'Pots'],
  ['厨房', '保温杯'],
  ['Home', 'Lamps'],
];

it('suggests what was chosen before, then what is called alike, and nothing far-fetched', () => {
  const memory = [{ from: ['DRINKWARE', 'mug'], to: ['Cups'] }];
  const suggest = categorySuggester({ known, memory });
  const paths = (from: string[]) => suggest(from).map(({ path }) => path.join('/'));

  expect(paths(['Drinkware', 'Mug'])).toEqual(['Cups', 'Home/Kitchen & Dining/Mugs']);
  expect(paths(['杯子', '不锈钢保温杯'])[0]).toBe('厨房/保温杯');
  expect(paths(['Shoes'])).toEqual([]);
});
