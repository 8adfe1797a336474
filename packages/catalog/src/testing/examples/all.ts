import type { EditKindName } from '../../edits/edit.ts';
import type { Examples } from './example.ts';
import { imageExamples } from './images.ts';
import { optionExamples } from './options.ts';
import { otherExamples } from './others.ts';
import { priceExamples } from './prices.ts';
import { textExamples } from './text.ts';
import { variantExamples } from './variants.ts';

/** Examples of every kind of edit; a kind without one does not compile. */
export const editExamples: Examples<EditKindName> = {
  ...textExamples,
  ...priceExamples,
  ...optionExamples,
  ...variantExamples,
  ...imageExamples,
  ...otherExamples,
};
