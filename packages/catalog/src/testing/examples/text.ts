import type { Examples } from './example.ts';

const html = '<p class="mug">A mug for tea &amp; coffee.</p>';

export const textExamples: Examples<
  | 'set-field'
  | 'replace-in-title'
  | 'replace-text'
  | 'replace-pattern'
  | 'title-prefix'
  | 'title-suffix'
  | 'text-prefix'
  | 'text-suffix'
  | 'change-case'
  | 'cut-text'
  | 'fill-text'
  | 'add-paragraphs'
> = {
  'set-field': [
    { edit: { field: 'vendor', value: 'Hearth' }, after: { vendor: 'Hearth' } },
    { edit: { field: 'vendor', value: '' }, after: { vendor: null } },
    { edit: { field: 'status', value: 'archived' }, after: { status: 'archived' } },
    { edit: { field: 'title', value: ' ' }, refused: 'title-empty' },
    { edit: { field: 'title', value: 'x'.repeat(1001) }, refused: 'text-too-long' },
  ],
  'replace-in-title': [
    { edit: { find: 'Blue', replaceWith: 'Red' }, after: { title: 'Red mug' } },
    { edit: { find: 'Blue mug', replaceWith: '' }, refused: 'title-empty' },
  ],
  'replace-text': [
    {
      before: { descriptionHtml: html },
      edit: { field: 'descriptionHtml', find: 'tea & coffee', replaceWith: 'tea' },
      after: { descriptionHtml: '<p class="mug">A mug for tea.</p>' },
    },
    {
      before: { descriptionHtml: 'a'.repeat(1_000_000) },
      edit: { field: 'descriptionHtml', find: 'a', replaceWith: 'x'.repeat(10_000) },
      refused: 'text-too-long',
    },
  ],
  'replace-pattern': [
    {
      before: { title: 'Mug 2024 New (12 oz)' },
      edit: { field: 'title', pattern: '\\s*\\((\\d+) oz\\)', replaceWith: ' $1 ounces' },
      after: { title: 'Mug 2024 New 12 ounces' },
    },
    {
      before: { descriptionHtml: '<p class="mug">A mug &lt;3 &nbsp; mug</p>' },
      edit: { field: 'descriptionHtml', pattern: '(mug) <3', replaceWith: '$1 & more' },
      after: { descriptionHtml: '<p class="mug">A mug &amp; more &nbsp; mug</p>' },
    },
    { edit: { field: 'title', pattern: '.*', replaceWith: '' }, refused: 'title-empty' },
    {
      before: { descriptionHtml: 'a'.repeat(100_000) },
      edit: { field: 'descriptionHtml', pattern: 'a.*b|a', replaceWith: '' },
      refused: 'pattern-too-costly',
    },
  ],
  'title-prefix': [
    { edit: { text: 'New: ' }, after: { title: 'New: Blue mug' } },
    { before: { title: 'New: mug' }, edit: { text: 'New: ' } },
  ],
  'title-suffix': [{ edit: { text: ' XL' }, after: { title: 'Blue mug XL' } }],
  'text-prefix': [
    { edit: { field: 'productType', text: 'Fine ' }, after: { productType: 'Fine Mugs' } },
    { before: { vendor: null }, edit: { field: 'vendor', text: 'by ' } },
  ],
  'text-suffix': [{ edit: { field: 'handle', text: '-eu' }, after: { handle: 'blue-mug-eu' } }],
  'change-case': [
    { edit: { field: 'title', to: 'upper' }, after: { title: 'BLUE MUG' } },
    {
      before: { title: "LED lamp women's" },
      edit: { field: 'title', to: 'title' },
      after: { title: "LED Lamp Women's" },
    },
    {
      before: { title: 'BIG SALE. NEW LAMP' },
      edit: { field: 'title', to: 'sentence' },
      after: { title: 'Big sale. New lamp' },
    },
    {
      before: { descriptionHtml: '<p class="x">Tea &amp; more&nbsp;tea</p>' },
      edit: { field: 'descriptionHtml', to: 'upper' },
      after: { descriptionHtml: '<p class="x">TEA &amp; MORE&nbsp;TEA</p>' },
    },
  ],
  'cut-text': [
    {
      before: { title: 'Blue mug for coffee and tea' },
      edit: { field: 'title', max: 20 },
      after: { title: 'Blue mug for coffee' },
    },
    { edit: { field: 'title', max: 80 } },
  ],
  'fill-text': [
    {
      before: { options: [{ name: 'Colour', values: ['Blue', 'Red'] }], variants: [] },
      edit: { field: 'seoTitle', template: '{title} by {vendor}: {option:colour}' },
      after: { seo: { title: 'Blue mug by Glade: Blue, Red', description: null } },
    },
    {
      before: { descriptionHtml: html },
      edit: { field: 'seoDescription', template: '{description}', max: 14 },
      after: { seo: { title: null, description: 'A mug for tea' } },
    },
    {
      before: { seo: { title: 'Mine', description: null } },
      edit: { field: 'seoTitle', template: '{title}', onlyWhereEmpty: true },
    },
    { before: { vendor: null }, edit: { field: 'title', template: '{vendor}' } },
  ],
  'add-paragraphs': [
    {
      before: { descriptionHtml: '<p>A mug.</p>' },
      edit: { before: '', after: 'Ships in 3 days.\nMade by {vendor} & sons' },
      after: { descriptionHtml: '<p>A mug.</p><p>Ships in 3 days.</p>\n<p>Made by Glade &amp; sons</p>' },
    },
    { before: { descriptionHtml: '<p>Hello</p><p>A mug.</p>' }, edit: { before: 'Hello', after: '' } },
  ],
};
