import { Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '../lib/text.ts';
import { Drawer } from '../ui/drawer.tsx';
import { Icon } from '../ui/icon.tsx';
import { LanguageMenu } from '../ui/language-menu.tsx';
import { Logo } from '../ui/logo.tsx';
import { isTyping } from '../ui/typing.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { commandKey, KeyboardMap } from './keyboard-map.tsx';
import { RunTray } from './run-tray.tsx';
import { SearchDialog } from './search-dialog.tsx';
import { SideMenu } from './side-menu.tsx';
import { useTabs } from './tabs-context.ts';
import { dialogIsOpen } from './use-frame-keys.ts';
import { UserMenu } from './user-menu.tsx';

interface HeaderProps {
  folded: boolean;
  onFold(): void;
}

/** Fold, refresh and search on the left; runs, language and the person on the right. */
export function Header({ folded, onFold }: HeaderProps) {
  const narrow = useNarrow();
  const [searching, setSearching] = useState(false);
  const [mapping, setMapping] = useState(false);
  useHeaderKeys(
    () => setSearching(true),
    () => setMapping(true),
  );
  const openers = { onSearch: () => setSearching(true), onKeys: () => setMapping(true) };
  return (
    <>
      {narrow ? <NarrowHeader {...openers} /> : <WideHeader folded={folded} onFold={onFold} {...openers} />}
      <SearchDialog open={searching} onClose={() => setSearching(false)} />
      <KeyboardMap open={mapping} onClose={() => setMapping(false)} />
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
    <header className="head">
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
      <button type="button" className="head-search" onClick={onSearch}>
        <Icon name="search" size={16} />
        <span className="cut">{text('frame.search.placeholder')}</span>
        <kbd>{`${commandKey} K`}</kbd>
      </button>
      <span className="head-gap" />
      <RunTray />
      <LanguageMenu compact />
      <UserMenu onKeys={onKeys} />
    </header>
  );
}

function NarrowHeader({ onSearch, onKeys }: Openers) {
  const text = useText();
  const { pathname } = useLocation();
  const [menu, setMenu] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes the menu.
  useEffect(() => setMenu(false), [pathname]);
  return (
    <header className="head">
      <button
        type="button"
        className="head-button"
        aria-label={text('frame.menu')}
        aria-expanded={menu}
        onClick={() => setMenu(true)}
      >
        <Icon name="menu" size={20} />
      </button>
      <Link to="/" className="head-button" aria-label={text('product.title')}>
        <Logo size={24} />
      </Link>
      <span className="head-gap" />
      <RunTray />
      <button type="button" className="head-button" aria-label={text('frame.search')} onClick={onSearch}>
        <Icon name="search" size={19} />
      </button>
      <UserMenu withLanguage onKeys={onKeys} />
      <Drawer
        title={
          <span className="drawer-logo">
            <Logo size={24} />
            {text('product.title')}
          </span>
        }
        open={menu}
        onClose={() => setMenu(false)}
        width={320}
        side="left"
        flush
      >
        <SideMenu folded={false} onGo={() => setMenu(false)} />
      </Drawer>
    </header>
  );
}

/** Ctrl K opens the search from anywhere, `?` the map of keys outside of fields and dialogs. */
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
