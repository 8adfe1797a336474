import { fieldOf, ignoreCase, line, onlyWhereEmpty, replaceWith, type StepKind, template } from './part.ts';

const family = 'text';
const lineFields = ['title', 'handle', 'vendor', 'productType', 'seoTitle', 'seoDescription'] as const;
const textFields = [
  'title',
  'descriptionHtml',
  'handle',
  'vendor',
  'productType',
  'seoTitle',
  'seoDescription',
];
const clearable = ['vendor', 'productType', 'seoTitle', 'seoDescription'];

/** Changes of the title, the description and other texts. */
export const textKinds = {
  'replace-text': {
    family,
    initial: { kind: 'replace-text', field: 'title', find: '', replaceWith: '' },
    parts: [fieldOf(textFields), line('find', 'bulkEdit.part.find'), replaceWith, ignoreCase],
  },
  'replace-pattern': {
    family,
    initial: { kind: 'replace-pattern', field: 'title', pattern: '', replaceWith: '' },
    parts: [fieldOf(textFields), line('pattern', 'bulkEdit.part.pattern'), replaceWith, ignoreCase],
  },
  'text-prefix': {
    family,
    initial: { kind: 'text-prefix', field: 'title', text: '' },
    parts: [fieldOf(lineFields), line('text', 'bulkEdit.part.text')],
  },
  'text-suffix': {
    family,
    initial: { kind: 'text-suffix', field: 'title', text: '' },
    parts: [fieldOf(lineFields), line('text', 'bulkEdit.part.text')],
  },
  'change-case': {
    family,
    initial: { kind: 'change-case', field: 'title', to: 'title' },
    parts: [
      fieldOf(textFields),
      {
        name: 'to',
        label: 'bulkEdit.part.to',
        as: 'choice',
        of: [
          { value: 'upper', key: 'bulkEdit.case.upper' },
          { value: 'lower', key: 'bulkEdit.case.lower' },
          { value: 'title', key: 'bulkEdit.case.title' },
          { value: 'sentence', key: 'bulkEdit.case.sentence' },
        ],
      },
    ],
  },
  'cut-text': {
    family,
    initial: { kind: 'cut-text', field: 'title', max: 80 },
    parts: [fieldOf(lineFields), { name: 'max', label: 'bulkEdit.part.max', as: 'whole' }],
  },
  'fill-text': {
    family,
    initial: { kind: 'fill-text', field: 'title', template: '' },
    parts: [fieldOf(lineFields), template, onlyWhereEmpty],
  },
  'seo-from-template': {
    family,
    initial: { kind: 'fill-text', field: 'seoTitle', template: '{title} | {vendor}', onlyWhereEmpty: true },
    parts: [fieldOf(['seoTitle', 'seoDescription']), template, onlyWhereEmpty],
  },
  'set-text': {
    family,
    initial: { kind: 'set-field', field: 'vendor', value: '' },
    parts: [
      fieldOf(['vendor', 'productType', 'title', 'seoTitle', 'seoDescription']),
      line('value', 'bulkEdit.part.text'),
    ],
  },
  'clear-text': {
    family,
    initial: { kind: 'set-field', field: 'vendor', value: null },
    parts: [fieldOf(clearable)],
  },
  'set-description': {
    family,
    initial: { kind: 'set-field', field: 'descriptionHtml', value: '' },
    parts: [{ name: 'value', label: 'bulkEdit.part.text', as: 'lines' }],
  },
  'add-paragraphs': {
    family,
    initial: { kind: 'add-paragraphs', before: '', after: '' },
    parts: [
      { name: 'before', label: 'bulkEdit.part.before', as: 'lines', optional: true },
      { name: 'after', label: 'bulkEdit.part.after', as: 'lines', optional: true },
    ],
  },
} as const satisfies Record<string, StepKind>;
