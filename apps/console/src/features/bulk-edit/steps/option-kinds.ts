import { line, type Part, type StepKind } from './part.ts';

const option = line('option', 'bulkEdit.part.option');
const values: Part = { name: 'values', label: 'bulkEdit.part.values', as: 'words' };
const merge: Part = { name: 'merge', label: 'bulkEdit.part.keep', as: 'merge', optional: true };

/** Changes of options and variants. */
export const optionKinds = {
  'rename-option': {
    family: 'options',
    initial: { kind: 'rename-option', option: '', name: '' },
    parts: [option, line('name', 'bulkEdit.part.name')],
  },
  'remove-option': {
    family: 'options',
    initial: { kind: 'remove-option', option: '' },
    parts: [option, merge],
  },
  'add-option': {
    family: 'options',
    initial: { kind: 'add-option', name: '', value: '' },
    parts: [line('name', 'bulkEdit.part.name'), line('value', 'bulkEdit.part.value')],
  },
  'split-option': {
    family: 'options',
    initial: { kind: 'split-option', option: '', separator: '/', first: '', second: '' },
    parts: [
      option,
      line('separator', 'bulkEdit.part.separator'),
      line('first', 'bulkEdit.part.first'),
      line('second', 'bulkEdit.part.second'),
      merge,
    ],
  },
  'sort-options': {
    family: 'options',
    initial: { kind: 'sort-options', options: [] },
    parts: [{ name: 'options', label: 'bulkEdit.part.options', as: 'words' }],
  },
  'add-option-value': {
    family: 'options',
    initial: { kind: 'add-option-value', option: '', value: '', like: '' },
    parts: [option, line('value', 'bulkEdit.part.value'), line('like', 'bulkEdit.part.like')],
  },
  'rename-option-value': {
    family: 'options',
    initial: { kind: 'rename-option-value', option: '', value: '', to: '' },
    parts: [option, line('value', 'bulkEdit.part.value'), line('to', 'bulkEdit.part.to'), merge],
  },
  'merge-option-values': {
    family: 'options',
    initial: { kind: 'merge-option-values', option: '', values: [], to: '' },
    parts: [option, values, line('to', 'bulkEdit.part.to'), merge],
  },
  'remove-option-values': {
    family: 'options',
    initial: { kind: 'remove-option-values', option: '', values: [] },
    parts: [option, values],
  },
  'sort-option-values': {
    family: 'options',
    initial: { kind: 'sort-option-values', option: '', values: [] },
    parts: [option, values],
  },
  'remove-variants': { family: 'options', initial: { kind: 'remove-variants' }, parts: [] },
} as const satisfies Record<string, StepKind>;
