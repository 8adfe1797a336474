import { image } from '../products.ts';
import type { Examples } from './example.ts';

const one = image('https://images.example/1.jpg');
const two = image('https://images.example/2.jpg', 'Old');
const material = { name: 'Material', value: 'Clay' };

const shopId = '00000000-0000-4000-8000-000000000001';
const otherShopId = '00000000-0000-4000-8000-000000000002';
export const otherExamples: Examples<
  | 'add-tags'
  | 'remove-tags'
  | 'replace-tag'
  | 'set-tags'
  | 'add-categories'
  | 'remove-categories'
  | 'set-categories'
  | 'move-category'
  | 'categories-to-tags'
  | 'remove-images'
  | 'remove-images-at'
  | 'limit-images'
  | 'sort-images'
  | 'move-image'
  | 'alt-text'
  | 'set-attribute'
  | 'remove-attributes'
  | 'rename-attribute'
  | 'clear-own-values'
> = {
  'add-tags': [
    { before: { tags: ['Gift'] }, edit: { tags: ['gift', 'new'] }, after: { tags: ['Gift', 'new'] } },
  ],
  'remove-tags': [{ before: { tags: ['Gift', 'new'] }, edit: { tags: ['GIFT'] }, after: { tags: ['new'] } }],
  'replace-tag': [
    { before: { tags: ['a', 'b'] }, edit: { find: 'A', replaceWith: 'c' }, after: { tags: ['c', 'b'] } },
  ],
  'set-tags': [{ before: { tags: ['a'] }, edit: { tags: ['b', 'B'] }, after: { tags: ['b'] } }],
  'add-categories': [{ edit: { paths: [['Home', 'Mugs']] }, after: { categories: [['Home', 'Mugs']] } }],
  'remove-categories': [
    {
      before: { categories: [['Home', 'Mugs'], ['New']] },
      edit: { paths: [['Home']] },
      after: { categories: [['New']] },
    },
  ],
  'set-categories': [
    { before: { categories: [['New']] }, edit: { paths: [['Home']] }, after: { categories: [['Home']] } },
  ],
  'move-category': [
    {
      before: { categories: [['Home', 'Mugs'], ['New']] },
      edit: { path: ['Home'], to: ['House', 'Kitchen'] },
      after: { categories: [['House', 'Kitchen', 'Mugs'], ['New']] },
    },
    { before: { categories: [['New']] }, edit: { path: ['Home'], to: ['House'] } },
  ],
  'categories-to-tags': [{ before: { categories: [['Home', 'Mugs']] }, edit: {}, after: { tags: ['Mugs'] } }],
  'remove-images': [
    { before: { images: [one, two] }, edit: { addresses: [one.url] }, after: { images: [two] } },
  ],
  'remove-images-at': [{ before: { images: [one, two] }, edit: { places: [-1] }, after: { images: [one] } }],
  'limit-images': [{ before: { images: [one, two] }, edit: { max: 1 }, after: { images: [one] } }],
  'sort-images': [
    { before: { images: [one, two] }, edit: { addresses: [two.url] }, after: { images: [two, one] } },
  ],
  'move-image': [{ before: { images: [one, two] }, edit: { from: 2, to: 1 }, after: { images: [two, one] } }],
  'alt-text': [
    {
      before: { images: [one, two] },
      edit: { template: '{title} {n}', onlyWhereEmpty: true },
      after: { images: [{ ...one, alt: 'Blue mug 1' }, two] },
    },
  ],
  'set-attribute': [
    {
      before: { attributes: [material] },
      edit: { name: 'material', value: 'Glass' },
      after: { attributes: [{ ...material, value: 'Glass' }] },
    },
    { edit: material, after: { attributes: [material] } },
  ],
  'remove-attributes': [
    { before: { attributes: [material] }, edit: { names: ['MATERIAL'] }, after: { attributes: [] } },
  ],
  'clear-own-values': [
    {
      before: { inStores: { [shopId]: { title: 'Mug', tags: ['new'] }, [otherShopId]: { title: 'Cup' } } },
      edit: { shopId, fields: ['title'] },
      after: { inStores: { [shopId]: { tags: ['new'] }, [otherShopId]: { title: 'Cup' } } },
    },
    {
      before: { inStores: { [shopId]: { title: 'Mug' }, [otherShopId]: { title: 'Cup' } } },
      edit: { shopId },
      after: { inStores: { [otherShopId]: { title: 'Cup' } } },
    },
    { before: { inStores: { [otherShopId]: { title: 'Cup' } } }, edit: { shopId } },
  ],
  'rename-attribute': [
    {
      before: { attributes: [material] },
      edit: { name: 'Material', to: 'Fabric' },
      after: { attributes: [{ ...material, name: 'Fabric' }] },
    },
    {
      before: { attributes: [material, { name: 'Fabric', value: 'Wool' }] },
      edit: { name: 'Material', to: 'fabric' },
      refused: 'attribute-name-taken',
    },
  ],
};
