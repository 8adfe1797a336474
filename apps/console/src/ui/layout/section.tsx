import type { ReactNode } from 'react';
import { Stack } from './box.tsx';
import type { Space } from './look.ts';
import { SectionHead } from './section-head.tsx';

interface SectionProps {
  title: ReactNode;
  /** Shown as a small neutral tag beside the title. */
  count?: ReactNode;
  /** Grey remark next to the title. */
  note?: ReactNode;
  /** Right of the title: one link or button. */
  action?: ReactNode;
  /** Without the line below the title. */
  bare?: boolean;
  /** Between its parts; without it they touch, as the rows of a list. */
  gap?: Space;
  children: ReactNode;
}

/** A part of a page with its title. */
export function Section({ gap = 0, children, ...head }: SectionProps) {
  return (
    <Stack as="section" shrink>
      <SectionHead {...head} />
      <Stack gap={gap}>{children}</Stack>
    </Stack>
  );
}
