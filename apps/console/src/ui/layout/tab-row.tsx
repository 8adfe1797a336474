import type { KeyboardEvent, ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { Text } from '../text/text.tsx';
import { Box, Row } from './box.tsx';
import './tab-row.css';

interface TabRowProps<Key extends string> {
  label: string;
  value: Key;
  onChange(value: Key): void;
  tabs: { key: Key; title: ReactNode; before?: ReactNode; count?: ReactNode }[];
  /** Right of the row. */
  end?: ReactNode;
}

/** Views of one list, with their counts. Arrow keys move and choose. */
export function TabRow<Key extends string>({ label, value, onChange, tabs, end }: TabRowProps<Key>) {
  const row = useRef<HTMLDivElement>(null);
  // On a phone, the row scrolls: keeps the chosen tab in view.
  useLayoutEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(value)}"]`);
    if (row.current && tab) {
      const { left, right } = row.current.getBoundingClientRect();
      const at = tab.getBoundingClientRect();
      row.current.scrollLeft += Math.max(0, at.right - right) - Math.max(0, left - at.left);
    }
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex(({ key }) => key === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (step !== 0 && next !== undefined) {
      event.preventDefault();
      onChange(next.key);
      row.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.key)}"]`)?.focus();
    }
  };
  return (
    <Row className="tab-row" wrap align="center" justify="between" gap={[0, 16]} mb={14} borderBottom>
      <Row
        className="tab-row-tabs"
        gap={20}
        maxW="100%"
        shrink
        overflow="auto"
        role="tablist"
        aria-label={label}
        ref={row}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ key, title, before, count }) => (
          <Row
            as="button"
            key={key}
            type="button"
            role="tab"
            data-tab={key}
            aria-selected={key === value}
            tabIndex={key === value ? 0 : -1}
            className="tab-row-tab"
            inline
            relative
            align="center"
            gap={6}
            rigid
            p={[8, 0, 8]}
            font="body"
            tone="t2"
            nowrap
            onClick={() => onChange(key)}
          >
            {before}
            <span className="tab-row-title">{title}</span>
            {count !== undefined && (
              <Text font="small" tone="t3">
                {count}
              </Text>
            )}
          </Row>
        ))}
      </Row>
      {end !== undefined && (
        <Box className="tab-row-end" rigid ms="auto" font="small" tone="t2">
          {end}
        </Box>
      )}
    </Row>
  );
}
