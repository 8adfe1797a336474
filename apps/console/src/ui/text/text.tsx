import type { ElementType, ReactNode } from 'react';
import type { BoxProps } from '../layout/box.tsx';
import { rendered } from '../layout/box.tsx';

/** Text in a size, weight and colour of the tokens; a `span` unless `as` says otherwise. */
export function Text<As extends ElementType = 'span'>(props: BoxProps<As>): ReactNode {
  return rendered('', 'span', props);
}
