import { Dropdown } from 'antd';
import { useLocation } from 'react-router';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { MenuLink } from './menu-link.tsx';
import type { MenuEntry } from './navigation.ts';
import { menuPlace } from './navigation.ts';
import { useNavigation } from './navigation-context.ts';
import { useMenuCounts } from './use-menu-counts.ts';
import './top-menu.css';

/** The menu as one row under the header: groups drop down, and so do all platforms together. */
export function TopMenu() {
  const text = useText();
  const navigation = useNavigation();
  const { menu } = navigation;
  const { pathname } = useLocation();
  const place = menuPlace(navigation, pathname);
  const platforms = menu.filter(({ section }) => section === 'platforms');
  const groups: { key: string; name: string; entries: MenuEntry[]; lone: MenuEntry | null }[] = [
    ...menu.filter(({ section }) => section === 'main').map(groupOf),
    ...(platforms.length === 0
      ? []
      : [{ key: 'platforms', name: text('menu.platforms'), entries: platforms, lone: null }]),
    ...menu.filter(({ section }) => section === 'foot').map(groupOf),
  ];

  function groupOf(item: MenuEntry) {
    const lone = item.children.length === 0 ? item : null;
    return { key: item.id, name: text.named(item.title), entries: item.children, lone };
  }
  return (
    <Row
      as="nav"
      className="top-menu"
      align="center"
      gap={4}
      h={42}
      overflow="auto"
      tone="t1"
      ground="canvas"
      aria-label={text('frame.nav')}
    >
      {groups.map(({ key, name, entries, lone }) =>
        lone === null ? (
          <TopGroup
            key={key}
            name={name}
            entries={entries}
            currentId={place?.entry.id ?? null}
            holdsCurrent={entries.some(({ id }) => id === place?.entry.id)}
          />
        ) : (
          <MenuLink
            key={key}
            entry={lone}
            className={place?.entry.id === lone.id ? 'top-entry current' : 'top-entry'}
            aria-current={place?.entry.id === lone.id ? 'page' : undefined}
          >
            {name}
          </MenuLink>
        ),
      )}
    </Row>
  );
}

interface TopGroupProps {
  name: string;
  entries: MenuEntry[];
  currentId: string | null;
  holdsCurrent: boolean;
}

function TopGroup({ name, entries, currentId, holdsCurrent }: TopGroupProps) {
  const text = useText();
  const format = useFormat();
  const counts = useMenuCounts();
  const items = entries.map((entry) => {
    const count = entry.count === null ? 0 : counts[entry.count];
    const title = text.named(entry.title);
    return {
      key: entry.id,
      label: <MenuLink entry={entry}>{count > 0 ? `${title} ${format.compact(count)}` : title}</MenuLink>,
    };
  });
  return (
    <Dropdown
      menu={{ items, selectedKeys: currentId === null ? [] : [currentId] }}
      trigger={['click']}
      placement="bottomLeft"
      autoFocus
    >
      <button type="button" className={holdsCurrent ? 'top-entry current' : 'top-entry'} aria-haspopup="menu">
        {name}
        <Icon name="down" size={14} />
      </button>
    </Dropdown>
  );
}
