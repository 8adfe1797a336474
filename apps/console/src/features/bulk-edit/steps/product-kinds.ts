import { fieldOf, line, onlyWhereEmpty, type Part, replaceWith, type StepKind, template } from './part.ts';

const tags: Part = { name: 'tags', label: 'bulkEdit.part.tags', as: 'words' };
const paths: Part = { name: 'paths', label: 'bulkEdit.part.paths', as: 'paths', hint: 'bulkEdit.paths.hint' };
const path: Part = { name: 'path', label: 'bulkEdit.part.path', as: 'path', hint: 'bulkEdit.paths.hint' };
const whole = (name: string, label: Part['label']): Part => ({ name, label, as: 'whole' });
const codes = fieldOf(['sku', 'barcode']);

/** Changes of tags, categories, status, attributes, codes, inventory and weight. */
export const productKinds = {
  'add-tags': { family: 'tags', initial: { kind: 'add-tags', tags: [] }, parts: [tags] },
  'remove-tags': { family: 'tags', initial: { kind: 'remove-tags', tags: [] }, parts: [tags] },
  'replace-tag': {
    family: 'tags',
    initial: { kind: 'replace-tag', find: '', replaceWith: '' },
    parts: [line('find', 'bulkEdit.part.find'), replaceWith],
  },
  'set-tags': { family: 'tags', initial: { kind: 'set-tags', tags: [] }, parts: [tags] },
  'add-categories': { family: 'tags', initial: { kind: 'add-categories', paths: [] }, parts: [paths] },
  'remove-categories': { family: 'tags', initial: { kind: 'remove-categories', paths: [] }, parts: [paths] },
  'set-categories': { family: 'tags', initial: { kind: 'set-categories', paths: [] }, parts: [paths] },
  'move-category': {
    family: 'tags',
    initial: { kind: 'move-category', path: [], to: [] },
    parts: [path, { ...path, name: 'to', label: 'bulkEdit.part.to' }],
  },
  'categories-to-tags': { family: 'tags', initial: { kind: 'categories-to-tags' }, parts: [] },

  'set-status': {
    family: 'product',
    initial: { kind: 'set-field', field: 'status', value: 'active' },
    parts: [
      {
        name: 'value',
        label: 'bulkEdit.part.value',
        as: 'choice',
        of: [
          { value: 'draft', key: 'products.status.draft' },
          { value: 'active', key: 'products.status.active' },
          { value: 'archived', key: 'products.status.archived' },
        ],
      },
    ],
  },
  'set-attribute': {
    family: 'product',
    initial: { kind: 'set-attribute', name: '', value: '' },
    parts: [line('name', 'bulkEdit.part.name'), line('value', 'bulkEdit.part.value')],
  },
  'remove-attributes': {
    family: 'product',
    initial: { kind: 'remove-attributes', names: [] },
    parts: [{ name: 'names', label: 'bulkEdit.part.names', as: 'words' }],
  },
  'rename-attribute': {
    family: 'product',
    initial: { kind: 'rename-attribute', name: '', to: '' },
    parts: [line('name', 'bulkEdit.part.name'), line('to', 'bulkEdit.part.to')],
  },

  'sku-prefix': {
    family: 'codes',
    initial: { kind: 'sku-prefix', text: '' },
    parts: [line('text', 'bulkEdit.part.text')],
  },
  'sku-template': { family: 'codes', initial: { kind: 'sku-template', template: '' }, parts: [template] },
  'code-series': {
    family: 'codes',
    initial: { kind: 'code-series', field: 'sku', template: '{n:5}', onlyWhereEmpty: true },
    parts: [codes, template, onlyWhereEmpty],
  },
  'set-code': {
    family: 'codes',
    initial: { kind: 'set-code', field: 'sku', value: '' },
    parts: [codes, line('value', 'bulkEdit.part.value')],
  },
  'replace-in-codes': {
    family: 'codes',
    initial: { kind: 'replace-in-codes', field: 'sku', find: '', replaceWith: '' },
    parts: [codes, line('find', 'bulkEdit.part.find'), replaceWith],
  },

  'set-stock': {
    family: 'stock',
    initial: { kind: 'set-stock', stock: null },
    parts: [whole('stock', 'bulkEdit.part.stock')],
  },
  'add-to-stock': {
    family: 'stock',
    initial: { kind: 'add-to-stock', by: null },
    parts: [whole('by', 'bulkEdit.part.by')],
  },
  'set-weight': {
    family: 'stock',
    initial: { kind: 'set-weight', weight: { value: '', unit: 'kg' } },
    parts: [{ name: 'weight', label: 'bulkEdit.part.weight', as: 'weight' }],
  },
  'add-to-weight': {
    family: 'stock',
    initial: { kind: 'add-to-weight', value: '', unit: 'kg' },
    parts: [
      { name: 'value', label: 'bulkEdit.part.by', as: 'decimal' },
      { name: 'unit', label: 'bulkEdit.part.unit', as: 'unit' },
    ],
  },
  'convert-weight': {
    family: 'stock',
    initial: { kind: 'convert-weight', unit: 'kg' },
    parts: [{ name: 'unit', label: 'bulkEdit.part.unit', as: 'unit' }],
  },
} as const satisfies Record<string, StepKind>;
