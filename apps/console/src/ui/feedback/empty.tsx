import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Stack } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import '../charts/bars.css';

interface EmptyProps {
  /** What would be here. */
  children: ReactNode;
  /** The one button that adds content. */
  act?: ReactNode;
  link?: ReactNode;
}

/** Nothing here yet: an empty arch with one berry, a sentence and an action. */
export function Empty({ children, act, link }: EmptyProps) {
  return (
    <Stack className="empty" align="center" gap={12} textAlign="center" tone="t2">
      <EmptyArch />
      <Text as="p" maxW={440} font="body">
        {children}
      </Text>
      {act}
      {link}
    </Stack>
  );
}

interface EmptyFilteredProps {
  onRemove(): void;
}

/** Nothing matches: offers to remove the last condition. */
export function EmptyFiltered({ onRemove }: EmptyFilteredProps) {
  const text = useText();
  return (
    <Empty act={<Button onClick={onRemove}>{text('empty.removeCondition')}</Button>}>
      {text('empty.filtered')}
    </Empty>
  );
}

export function EmptyArch() {
  return (
    <svg
      className="empty-drawing"
      width="96"
      height="96"
      viewBox="0 0 96 96"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <ellipse cx="48" cy="82" rx="38" ry="6" fill="var(--sunk)" />
      <g stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" opacity="0.7">
        <path d="M14 81C11 51 20 25 54 8" />
        <path d="M20 82C18 56 26 33 55 15" />
        <path d="M26 82C24 61 31 42 54 24" />
        <path d="M82 81C85 51 76 25 42 8" />
        <path d="M76 82C78 56 70 33 41 15" />
        <path d="M70 82C72 61 65 42 42 24" />
      </g>
      <circle cx="48" cy="76" r="5" fill="var(--berry)" />
    </svg>
  );
}
