import { Dropdown, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon, isIconName } from '../../ui/images/icon.tsx';
import { Logo } from '../../ui/images/logo.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useOpenedHere } from '../tabs/use-opened-here.ts';
import { MenuLink } from './menu-link.tsx';
import type { MenuEntry } from './navigation.ts';
import { menuPlace } from './navigation.ts';
import { useNavigation } from './navigation-context.ts';
import { PlatformMenu } from './platform-menu.tsx';
import { QueueLinks } from './queue-links.tsx';
import { useMenuCounts } from './use-menu-counts.ts';
import './side-menu.css';

interface SideMenuProps {
  folded: boolean;
  /** In a phone's drawer, under the drawer's own head: a click closes the drawer. */
  onGo?(): void;
}

/** The menu that the server sent: one group open at a time, the footer groups at the bottom. */
export function SideMenu({ folded, onGo }: SideMenuProps) {
  const text = useText();
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const place = menuPlace(navigation, pathname);
  // Navigating opens the group of the new page again.
  const [opened, setOpened] = useOpenedHere<string>();
  const openId = opened ?? place?.group?.id ?? '';
  const counts = useMenuCounts();

  const entry = (item: MenuEntry) => (
    <TopEntry
      key={item.id}
      item={item}
      folded={folded}
      open={item.id === openId}
      currentId={place?.entry.id ?? null}
      holdsCurrent={place?.group?.id === item.id}
      counts={counts}
      onToggle={() => setOpened(item.id === openId ? '' : item.id)}
      {...(onGo === undefined ? {} : { onGo })}
    />
  );
  const foot = navigation.menu.filter((item) => item.section === 'foot');
  return (
    <Stack
      as="nav"
      className={folded ? 'side folded on-dark' : 'side on-dark'}
      rigid
      w="var(--side)"
      h="100%"
      overflow="auto"
      tone="t1"
      ground="canvas"
      aria-label={text('frame.nav')}
    >
      {onGo === undefined && (
        <Row
          as={Link}
          to="/"
          className="side-head"
          hover="plain"
          rigid
          align="center"
          gap={10}
          h="var(--head)"
          p={[0, 20]}
          tone="t1"
          aria-label={text('product.title')}
        >
          <Logo size={26} />
          {!folded && (
            <Text font="head" weight={650} nowrap>
              {text('product.title')}
            </Text>
          )}
        </Row>
      )}
      <Stack as="ul" className="side-list">
        {navigation.menu.filter((item) => item.section === 'main').map(entry)}
      </Stack>
      <PlatformMenu
        entries={navigation.menu.filter((item) => item.section === 'platforms')}
        currentId={place?.entry.id ?? null}
        folded={folded}
        {...(onGo === undefined ? {} : { onGo })}
      />
      {foot.length > 0 && (
        <Stack as="ul" className="side-list side-foot" borderTop>
          {foot.map(entry)}
        </Stack>
      )}
    </Stack>
  );
}

type Counts = Record<'unclaimed' | 'running' | 'alerts' | 'drift', number>;

interface TopEntryProps {
  item: MenuEntry;
  folded: boolean;
  open: boolean;
  currentId: string | null;
  holdsCurrent: boolean;
  counts: Counts;
  onToggle(): void;
  onGo?(): void;
}

function TopEntry(props: TopEntryProps) {
  const { item, folded, open, currentId, holdsCurrent, counts, onToggle, onGo } = props;
  const text = useText();
  const name = text.named(item.title);
  const icon = <Icon name={isIconName(item.icon) ? item.icon : 'box'} size={17} />;
  if (folded) {
    return (
      <FoldedEntry item={item} name={name} icon={icon} current={currentId === item.id || holdsCurrent} />
    );
  }
  if (item.children.length === 0) {
    return (
      <li>
        <EntryLink
          item={item}
          name={name}
          icon={icon}
          current={currentId === item.id}
          counts={counts}
          {...(onGo === undefined ? {} : { onGo })}
        />
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className={holdsCurrent ? 'side-entry holds' : 'side-entry'}
        aria-expanded={open}
        onClick={onToggle}
      >
        {icon}
        <span className="cut">{name}</span>
      </button>
      {open && (
        <ul className="side-sub">
          {item.children.map((child) => (
            <li key={child.id}>
              <EntryLink
                item={child}
                name={text.named(child.title)}
                current={currentId === child.id}
                counts={counts}
                {...(onGo === undefined ? {} : { onGo })}
              />
              {child.path === '/products/list' && <QueueLinks {...(onGo === undefined ? {} : { onGo })} />}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface EntryLinkProps {
  item: MenuEntry;
  name: string;
  icon?: ReactNode;
  current: boolean;
  counts: Counts;
  onGo?(): void;
}

function EntryLink({ item, name, icon, current, counts, onGo }: EntryLinkProps) {
  const format = useFormat();
  const count = item.count === null ? 0 : counts[item.count];
  const inside = (
    <>
      {icon}
      <span className="cut" title={name}>
        {name}
      </span>
      {count > 0 && (
        <Text font="caption" weight={400} tone="t3">
          {format.number(count)}
        </Text>
      )}
    </>
  );
  const className = `side-entry${icon === undefined ? ' sub' : ''}${current ? ' current' : ''}`;
  return (
    <MenuLink
      entry={item}
      className={className}
      aria-current={current ? 'page' : undefined}
      {...(onGo === undefined ? {} : { onClick: onGo })}
    >
      {inside}
    </MenuLink>
  );
}

function FoldedEntry({
  item,
  name,
  icon,
  current,
}: {
  item: MenuEntry;
  name: string;
  icon: ReactNode;
  current: boolean;
}) {
  const text = useText();
  const className = current ? 'side-entry icon-only current' : 'side-entry icon-only';
  if (item.children.length === 0) {
    return (
      <li>
        <Tooltip title={name} placement="right">
          <MenuLink entry={item} className={className} aria-label={name}>
            {icon}
          </MenuLink>
        </Tooltip>
      </li>
    );
  }
  const items = item.children.map((child) => ({
    key: child.id,
    label: <MenuLink entry={child}>{text.named(child.title)}</MenuLink>,
  }));
  return (
    <li>
      <Dropdown
        menu={{ items }}
        placement="topLeft"
        trigger={['hover', 'click']}
        align={{ points: ['tl', 'tr'], offset: [8, 0] }}
      >
        <button type="button" className={className} aria-label={name} aria-haspopup="menu">
          {icon}
        </button>
      </Dropdown>
    </li>
  );
}
