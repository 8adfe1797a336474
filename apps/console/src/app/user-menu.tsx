import { Dropdown } from 'antd';
import { languageNames, languages, showLanguage, useTexts } from '../lib/language.ts';
import { useSession } from '../lib/session.ts';
import { useSetting } from '../lib/settings.ts';
import { useText } from '../lib/text.ts';
import { useConfirm } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { useTabs } from './tabs-context.ts';

interface UserMenuProps {
  /** On a phone the languages are in this menu, and the name is not beside the picture. */
  withLanguage?: boolean;
  /** Opens the map of keys. */
  onKeys(): void;
}

/** The person: light or dark, the keys, and signing out. */
export function UserMenu({ withLanguage = false, onKeys }: UserMenuProps) {
  const text = useText();
  const { language } = useTexts();
  const { user, signOut } = useSession();
  const confirm = useConfirm();
  const { state, commands } = useTabs();
  const [navTheme, setNavTheme] = useSetting('nav_theme');
  const dark = navTheme === 'realDark';

  const askToLeave = async () => {
    // Who has just been asked about unsaved work is not asked a second time.
    const sure = state.tabs.some(({ unsaved }) => unsaved > 0)
      ? await commands.mayLeave()
      : await confirm({
          title: text('layouts.usermenu.dialog.title'),
          content: text('layouts.usermenu.dialog.content'),
        });
    if (sure) {
      await signOut();
    }
  };
  const languageItems = languages.map((one) => ({
    key: one,
    label: <span lang={one}>{languageNames[one]}</span>,
    onClick: () => void showLanguage(one),
  }));
  const items = [
    {
      key: 'theme',
      icon: <Icon name={dark ? 'sun' : 'moon'} />,
      label: dark ? text('frame.theme.light') : text('frame.theme.dark'),
      onClick: () => setNavTheme(dark ? 'light' : 'realDark'),
    },
    { key: 'keys', icon: <Icon name="key" />, label: text('frame.keys'), onClick: onKeys },
    ...(withLanguage ? [{ type: 'divider' as const }, ...languageItems] : []),
    { type: 'divider' as const },
    {
      key: 'logout',
      icon: <Icon name="logout" />,
      label: text('menu.account.logout'),
      onClick: () => void askToLeave(),
    },
  ];
  return (
    <Dropdown
      menu={{ items, selectedKeys: withLanguage ? [language] : [] }}
      trigger={['click']}
      placement="bottomRight"
    >
      <button type="button" className="head-user" aria-haspopup="menu">
        <span className="avatar" aria-hidden="true">
          {user.avatar === null ? (
            initialsOf(user.name)
          ) : (
            <img src={user.avatar} alt="" referrerPolicy="no-referrer" />
          )}
        </span>
        {withLanguage ? (
          <span className="only-read">{text('frame.account', { name: user.name })}</span>
        ) : (
          <span className="cut">{user.name}</span>
        )}
      </button>
    </Dropdown>
  );
}

/** Two first letters of a Latin name, the last character of a Chinese one. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  if (/\p{Script=Han}/u.test(name)) {
    return [...name].at(-1) ?? '';
  }
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}
