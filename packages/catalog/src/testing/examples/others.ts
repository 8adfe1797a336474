import type { Examples } from './example.ts';

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
