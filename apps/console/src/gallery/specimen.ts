import type { ReactNode } from 'react';
import type { Format } from '../lib/text/format.ts';
import type { Text } from '../lib/text/text.ts';

/** A component of `ui/` in the states that a page can show it in. */
export interface Specimen {
  /** Name of the component. */
  name: string;
  /** What distinguishes each state, with the component in it. */
  states: Record<string, ReactNode>;
}

/** What a specimen is made with: texts and formats of the language on show. */
export interface Shown {
  text: Text;
  format: Format;
}

/** The specimens of one folder of `ui/`. */
export interface Section {
  folder: string;
  specimens(shown: Shown): Specimen[];
  /** Components without a specimen of their own, each with the reason. */
  without?: Record<string, string>;
}
