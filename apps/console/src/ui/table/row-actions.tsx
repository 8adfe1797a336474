import { Dropdown } from 'antd';
import type { MouseEvent, ReactNode } from 'react';
import { useCallback, useState } from 'react';
import { Box } from '../layout/box.tsx';

/** One item of a row's or card's menu. */
export interface RowAction {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** With a divider above it. */
  after?: boolean;
  onAction(): void;
}

interface Opened {
  left: number;
  top: number;
  actions: RowAction[];
  from: HTMLElement;
}

/**
 * Provides the menu of a right click, of the menu key and of Shift F10. Pass `open` to `onContextMenu`. The browser's
 * own menu opens if there are no actions, and on selected text, on links and in fields.
 */
export function useRowActions(): {
  open(event: MouseEvent<HTMLElement>, actions: readonly RowAction[]): void;
  menu: ReactNode;
} {
  const [opened, setOpened] = useState<Opened | null>(null);

  const open = useCallback((event: MouseEvent<HTMLElement>, actions: readonly RowAction[]) => {
    const { target, currentTarget: from } = event;
    const isOwn = target instanceof Element && target.closest('input, textarea, a[href]') !== null;
    if (actions.length === 0 || isOwn || !(target instanceof Node) || !from.contains(target)) {
      return;
    }
    event.preventDefault();
    const box = from.getBoundingClientRect();
    const byKey = event.clientX === 0 && event.clientY === 0;
    setOpened({
      left: byKey ? box.left + 48 : event.clientX,
      top: byKey ? box.top + box.height / 2 : event.clientY,
      actions: [...actions],
      from,
    });
  }, []);
  const close = () => {
    opened?.from.focus({ preventScroll: true });
    setOpened(null);
  };
  const items = (opened?.actions ?? []).flatMap(({ key, label, icon, danger = false, after = false }) => [
    ...(after ? [{ key: `${key}-line`, type: 'divider' as const }] : []),
    { key, label, icon, danger },
  ]);
  const menu = opened !== null && (
    <Dropdown
      key={`${opened.left}/${opened.top}`}
      open
      autoFocus
      trigger={['click']}
      placement="bottomLeft"
      onOpenChange={(shown) => {
        if (!shown) {
          close();
        }
      }}
      menu={{
        items,
        onClick: ({ key }) => {
          close();
          opened.actions.find((each) => each.key === key)?.onAction();
        },
      }}
    >
      <Box
        as="span"
        className="row-actions-place"
        w={1}
        h={1}
        style={{ left: opened.left, top: opened.top }}
      />
    </Dropdown>
  );
  return { open, menu };
}
