import { Dropdown } from 'antd';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useRun } from '../../lib/data/use-runs.tsx';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import type { Tab } from './tabs.ts';
import { useTabs } from './tabs-context.ts';
import './tab-bar.css';

/** The open pages. Right click offers to close several, middle click closes one, the wheel scrolls the row. */
export function TabBar() {
  const text = useText();
  const { state, commands } = useTabs();
  const row = useRef<HTMLDivElement>(null);
  const overflowing = useOverflow(row, state.tabs.length);
  const active = state.tabs.find(({ id }) => id === state.activeId);
  const activeName = active === undefined ? '' : commands.titleOf(active);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a name that arrives late, or the button beside the row, moves the leaf.
  useLayoutEffect(() => {
    const held = row.current;
    const leaf = held?.querySelector(`[data-tab-id="${state.activeId}"]`)?.closest<HTMLElement>('.tab-leaf');
    if (!held || !leaf) {
      return;
    }
    const show = () => {
      held.scrollLeft = shownAt(held, leaf);
    };
    show();
    // A late font, a close button or a narrower window changes widths: keeps the whole tab in view.
    const watch = new ResizeObserver(show);
    watch.observe(held);
    watch.observe(leaf);
    return () => watch.disconnect();
  }, [state.activeId, activeName, overflowing]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = state.tabs.findIndex(({ id }) => id === state.activeId);
    const next = state.tabs[(at + step + state.tabs.length) % state.tabs.length];
    if (step !== 0 && next !== undefined) {
      event.preventDefault();
      commands.open(next.path);
      row.current?.querySelector<HTMLElement>(`[data-tab-id="${next.id}"]`)?.focus();
    }
    if (event.key === 'Delete') {
      void commands.close([state.activeId]);
    }
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      openMenuOf(event.target);
    }
  };

  return (
    <Row
      as="section"
      className="tab-bar"
      relative
      align="end"
      h="var(--tabs)"
      px={12}
      aria-label={text('frame.tabs')}
    >
      <Row
        className="tab-bar-row"
        grow
        shrink
        h="100%"
        role="tablist"
        aria-label={text('frame.tabs')}
        ref={row}
        onKeyDown={onKeyDown}
        onWheel={({ deltaY, currentTarget }) => {
          currentTarget.scrollLeft += deltaY;
        }}
      >
        {state.tabs.map((tab) => (
          <TabLeaf
            key={tab.id}
            tab={tab}
            active={tab.id === state.activeId}
            alone={state.tabs.length === 1}
          />
        ))}
      </Row>
      {overflowing && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            selectedKeys: [state.activeId],
            items: state.tabs.map((tab) => ({
              key: tab.id,
              label: commands.titleOf(tab),
              onClick: () => commands.open(tab.path),
            })),
          }}
        >
          <Row
            as="button"
            type="button"
            inline
            rigid
            align="center"
            justify="center"
            w={32}
            h={32}
            mb={2}
            radius="m"
            tone="t2"
            aria-label={text('tabs.all')}
          >
            <Icon name="down" size={16} />
          </Row>
        </Dropdown>
      )}
    </Row>
  );
}

/** Returns the scroll position, in pixels, at which the whole tab is in view, moved as little as needed. */
function shownAt(row: HTMLElement, leaf: HTMLElement): number {
  const start = leaf.offsetLeft - row.offsetLeft;
  const end = start + leaf.offsetWidth;
  if (start < row.scrollLeft) {
    return start;
  }
  return end > row.scrollLeft + row.clientWidth ? end - row.clientWidth : row.scrollLeft;
}

/** Opens a tab's menu under it, as a right click there would. */
function openMenuOf(tab: EventTarget): void {
  if (tab instanceof HTMLElement) {
    const { left, bottom } = tab.getBoundingClientRect();
    tab.dispatchEvent(
      new MouseEvent('contextmenu', {
        bubbles: true,
        cancelable: true,
        clientX: left + 12,
        clientY: bottom - 4,
      }),
    );
  }
}

function TabLeaf({ tab, active, alone }: { tab: Tab; active: boolean; alone: boolean }) {
  const text = useText();
  const { commands } = useTabs();
  const name = commands.titleOf(tab);
  const items = [
    { key: 'current', label: text('tabs.closeCurrent'), onClick: () => void commands.close([tab.id]) },
    {
      key: 'right',
      label: text('tabs.closeRight'),
      onClick: () => void commands.closeBeside(tab.id, 'right'),
    },
    { key: 'left', label: text('tabs.closeLeft'), onClick: () => void commands.closeBeside(tab.id, 'left') },
    { key: 'all', label: text('tabs.closeAll'), onClick: () => void commands.closeBeside(tab.id, 'all') },
  ];
  const onAuxClick = (event: MouseEvent) => {
    if (event.button === 1) {
      event.preventDefault();
      void commands.close([tab.id]);
    }
  };
  return (
    <Dropdown menu={{ items }} trigger={['contextMenu']} autoFocus>
      <Row
        className={active ? 'tab-leaf active' : 'tab-leaf'}
        hover="t1"
        relative
        rigid
        align="center"
        minW={80}
        maxW={220}
        h="var(--tabs)"
        font="small"
        tone="t2"
        role="presentation"
        onAuxClick={onAuxClick}
      >
        <Row
          as="button"
          type="button"
          role="tab"
          data-tab-id={tab.id}
          aria-selected={active}
          aria-keyshortcuts="Delete Shift+F10"
          aria-haspopup="menu"
          tabIndex={active ? 0 : -1}
          className="tab-leaf-name"
          align="center"
          grow
          gap={8}
          shrink
          h="100%"
          p={[0, 12]}
          title={name}
          onClick={() => commands.open(tab.path)}
        >
          {tab.unsaved > 0 && (
            <Box as="span" rigid w={6} h={6} radius="round" ground="amber-bar">
              <span className="only-read">{text('tabs.unsaved')}</span>
            </Box>
          )}
          <Stack as="span" relative justify="center" shrink maxW={180} h="100%">
            <span className="cut">{name}</span>
            {tab.runId !== null && <TabProgress runId={tab.runId} />}
          </Stack>
        </Row>
        {!alone && (
          // The keyboard closes a tab with Delete; for screen readers, a tablist may only contain tabs.
          <Row
            as="button"
            type="button"
            className="tab-leaf-close"
            radius="s"
            inline
            rigid
            align="center"
            justify="center"
            w={20}
            h={20}
            me={8}
            tone="t3"
            tabIndex={-1}
            aria-hidden="true"
            title={text('tabs.close', { name })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void commands.close([tab.id])}
          >
            <Icon name="close" size={12} />
          </Row>
        )}
      </Row>
    </Dropdown>
  );
}

/** Progress of the run that belongs to a page, as a line under its name; nothing once the run has ended. */
function TabProgress({ runId }: { runId: string }) {
  const { data: run } = useRun(runId);
  if (run === undefined || run.endedAt !== null) {
    return null;
  }
  const part = run.total === null || run.total === 0 ? 0.05 : run.done / run.total;
  return (
    <Box as="span" className="tab-leaf-bar" h={2} overflow="hidden" ground="line2" aria-hidden="true">
      <Box as="span" h="100%" ground="primary" style={{ transform: `scaleX(${Math.min(1, part)})` }} />
    </Box>
  );
}

function useOverflow(row: { current: HTMLElement | null }, count: number): boolean {
  const [over, setOver] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may fill the row without changing its size.
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) {
      return;
    }
    const measure = () => setOver(element.scrollWidth > element.clientWidth + 1);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [row, count]);
  return over;
}
