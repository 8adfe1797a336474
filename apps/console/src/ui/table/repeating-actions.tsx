import { Button, Switch } from 'antd';
import type { ReactNode } from 'react';
import { Row } from '../layout/box.tsx';
import { RowMenu, type RowMenuProps } from './row-menu.tsx';

interface RepeatingActionsProps {
  className: string;
  /** Whether it repeats; null if the person may not change that. */
  on: { label: string; checked: boolean; busy?: boolean; onChange(on: boolean): void } | null;
  /** Does it once now; null if the person may not. */
  now: { label: string; busy: boolean; disabled?: boolean; onPress(): void } | null;
  menu: RowMenuProps;
  /** More actions, before the menu. */
  children?: ReactNode;
}

/** Actions on a row of something that repeats by itself: pause and resume, do it now, edit, delete. */
export function RepeatingActions({ className, on, now, menu, children }: RepeatingActionsProps) {
  return (
    <Row className={className} align="center" justify="end" gap={8}>
      {on !== null && (
        <Switch
          size="small"
          checked={on.checked}
          loading={on.busy ?? false}
          aria-label={on.label}
          onChange={on.onChange}
        />
      )}
      {now !== null && (
        <Button size="small" loading={now.busy} disabled={now.disabled ?? false} onClick={now.onPress}>
          {now.label}
        </Button>
      )}
      {children}
      <RowMenu {...menu} />
    </Row>
  );
}
