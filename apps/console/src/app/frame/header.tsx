import { Tooltip } from 'antd';
import { lazy, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../lib/text/text.ts';
import { LanguageMenu } from '../../ui/form/language-menu.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Logo } from '../../ui/images/logo.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { OnceOpened } from '../../ui/layout/once-opened.tsx';
import { dialogIsOpen } from '../../ui/layout/overlay.ts';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { isTyping } from '../../ui/table/typing.ts';
import { Text } from '../../ui/text/text.tsx';
import { HelpMenu } from '../navigation/help-menu.tsx';
import { SideMenu } from '../navigation/side-menu.tsx';
import { UserMenu } from '../navigation/user-menu.tsx';
import { Bell } from '../run-tray/bell.tsx';
import { RunTray } from '../run-tray/run-tray.tsx';
import { commandKey } from '../search/command-key.ts';
import { useTabs } from '../tabs/tabs-context.ts';
import { useOpenedHere } from '../tabs/use-opened-here.ts';

const Drawer = lazy(async () => ({ default: (await import('../../ui/layout/drawer.tsx')).Drawer }));
const loadSearch = () => import('../search/search-dialog.tsx');
const SearchDialog = lazy(async () => ({ default: (await loadSearch()).SearchDialog }));
const KeyboardMap = lazy(async () => ({ default: (await import('../search/keyboard-map.tsx')).KeyboardMap }));

/** When the search is prefetched, in milliseconds after the frame. */
const searchAheadMs = 2000;

interface HeaderProps {
  folded: boolean;
  /** Null if there is no side menu to fold. */
  onFold: (() => void) | null;
}

/** The header: fold, refresh and search on the left; runs, language and the person on the right. */
export function Header({ folded, onFold }: HeaderProps) {
  const narrow = useNarrow();
  const [searching, setSearching] = useState(false);
  const [mapping, setMapping] = useState(false);
  useHeaderKeys(
    () => setSearching(true),
    () => setMapping(true),
  );
  useEffect(() => {
    const timer = setTimeout(() => void loadSearch().catch(() => undefined), searchAheadMs);
    return () => clearTimeout(timer);
  }, []);
  const openers = { onSearch: () => setSearching(true), onKeys: () => setMapping(true) };
  return (
    <>
      {narrow ? <NarrowHeader {...openers} /> : <WideHeader folded={folded} onFold={onFold} {...openers} />}
      <OnceOpened open={searching}>
        <SearchDialog open={searching} onClose={() => setSearching(false)} />
      </OnceOpened>
      <OnceOpened open={mapping}>
        <KeyboardMap open={mapping} onClose={() => setMapping(false)} />
      </OnceOpened>
    </>
  );
}

interface Openers {
  onSearch(): void;
  onKeys(): void;
}

function WideHeader({ folded, onFold, onSearch, onKeys }: HeaderProps & Openers) {
  const text = useText();
  const { state, commands } = useTabs();
  const foldWord = folded ? text('frame.unfold') : text('frame.fold');
  return (
    <Row as="header" className="head" align="center" gap={4} h="var(--head)">
      {onFold === null ? (
        <Row
          as={Link}
          to="/"
          className="head-logo"
          hover="plain"
          rigid
          align="center"
          gap={10}
          tone="t1"
          aria-label={text('product.title')}
        >
          <Logo size={26} />
          <Text font="head" weight={650} nowrap>
            {text('product.title')}
          </Text>
        </Row>
      ) : (
        <Tooltip title={foldWord}>
          <button
            type="button"
            className="head-button"
            aria-label={foldWord}
            aria-expanded={!folded}
            onClick={onFold}
          >
            <Icon name={folded ? 'unfold' : 'fold'} size={17} />
          </button>
        </Tooltip>
      )}
      <Tooltip title={text('frame.refresh')}>
        <button
          type="button"
          className="head-button"
          aria-label={text('frame.refresh')}
          onClick={() => void commands.refresh(state.activeId)}
        >
          <Icon name="refresh" size={17} />
        </button>
      </Tooltip>
      <Row
        as="button"
        type="button"
        className="head-search"
        align="center"
        gap={8}
        shrink
        h={34}
        ms={8}
        p={[0, 8, 0, 12]}
        border="line"
        radius="m"
        font="small"
        tone="t3"
        ground="bg"
        onClick={onSearch}
      >
        <Icon name="search" size={16} />
        <span className="cut">{text('frame.search.placeholder')}</span>
        <kbd>{`${commandKey} K`}</kbd>
      </Row>
      <Box as="span" grow />
      <RunTray />
      <Bell />
      <HelpMenu onKeys={onKeys} />
      <LanguageMenu compact />
      <UserMenu onKeys={onKeys} />
    </Row>
  );
}

function NarrowHeader({ onSearch, onKeys }: Openers) {
  const text = useText();
  const [menu, setMenu] = useOpenedHere<true>();
  return (
    <Row as="header" className="head" align="center" gap={4} h="var(--head)">
      <button
        type="button"
        className="head-button"
        aria-label={text('frame.menu')}
        aria-expanded={menu === true}
        onClick={() => setMenu(true)}
      >
        <Icon name="menu" size={20} />
      </button>
      <Link to="/" className="head-button" aria-label={text('product.title')}>
        <Logo size={24} />
      </Link>
      <Box as="span" grow />
      <RunTray />
      <button type="button" className="head-button" aria-label={text('frame.search')} onClick={onSearch}>
        <Icon name="search" size={19} />
      </button>
      <Bell />
      <UserMenu withLanguage onKeys={onKeys} />
      <OnceOpened open={menu === true}>
        <Drawer
          title={
            <Row as="span" align="center" gap={10}>
              <Logo size={24} />
              {text('product.title')}
            </Row>
          }
          open={menu === true}
          onClose={() => setMenu(null)}
          width={320}
          side="left"
          flush
        >
          <SideMenu folded={false} onGo={() => setMenu(null)} />
        </Drawer>
      </OnceOpened>
    </Row>
  );
}

/**
 * Handles Ctrl K, which opens the search from anywhere, and `?`, which opens the keyboard map outside of fields and
 * dialogs.
 */
function useHeaderKeys(search: () => void, map: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey;
      if (event.key.toLowerCase() === 'k' && command && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        search();
      } else if (
        event.key === '?' &&
        !command &&
        !event.altKey &&
        !isTyping(event.target) &&
        !dialogIsOpen()
      ) {
        event.preventDefault();
        map();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
