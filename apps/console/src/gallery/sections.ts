import { access } from './access-specimens.tsx';
import { charts } from './charts-specimens.tsx';
import { feedback } from './feedback-specimens.tsx';
import { form } from './form-specimens.tsx';
import { images } from './images-specimens.tsx';
import { layout } from './layout-specimens.tsx';
import type { Section } from './specimen.ts';
import { stores } from './stores-specimens.tsx';
import { table } from './table-specimens.tsx';
import { text } from './text-specimens.tsx';

/** The folders of `ui/` with components, in the order of the page. */
export const sections: readonly Section[] = [
  layout,
  text,
  form,
  table,
  charts,
  feedback,
  images,
  access,
  stores,
];
