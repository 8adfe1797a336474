import { ignoreCase, line, onlyWhereEmpty, type Part, replaceWith, type StepKind, template } from './part.ts';

const address = line('address', 'bulkEdit.part.address');
const place: Part = {
  name: 'place',
  label: 'bulkEdit.part.place',
  hint: 'bulkEdit.place.hint',
  as: 'whole',
};

/** Changes of images. */
export const imageKinds = {
  'add-image': {
    family: 'images',
    initial: { kind: 'add-image', address: '', place: -1 },
    parts: [address, place],
  },
  'replace-image': {
    family: 'images',
    initial: { kind: 'replace-image', place: 1, address: '' },
    parts: [place, address],
  },
  'replace-images-by-pattern': {
    family: 'images',
    initial: { kind: 'replace-images-by-pattern', pattern: '', replaceWith: '' },
    parts: [line('pattern', 'bulkEdit.part.pattern'), replaceWith, ignoreCase],
  },
  'remove-duplicate-images': {
    family: 'images',
    initial: { kind: 'remove-duplicate-images' },
    parts: [],
  },
  'remove-images-at': {
    family: 'images',
    initial: { kind: 'remove-images-at', places: [] },
    parts: [{ name: 'places', label: 'bulkEdit.part.places', as: 'wholes' }],
  },
  'limit-images': {
    family: 'images',
    initial: { kind: 'limit-images', max: 8 },
    parts: [{ name: 'max', label: 'bulkEdit.part.max', as: 'whole' }],
  },
  'move-image': {
    family: 'images',
    initial: { kind: 'move-image', from: null, to: 1 },
    parts: [
      { name: 'from', label: 'bulkEdit.part.from', as: 'whole' },
      { name: 'to', label: 'bulkEdit.part.to', as: 'whole' },
    ],
  },
  'alt-text': {
    family: 'images',
    initial: { kind: 'alt-text', template: '{title}', onlyWhereEmpty: true },
    parts: [template, onlyWhereEmpty],
  },
} as const satisfies Record<string, StepKind>;
