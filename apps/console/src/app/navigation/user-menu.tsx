import { Dropdown } from 'antd';
import { useSetting } from '../../lib/kept/settings.ts';
import { useSession } from '../../lib/person/session.ts';
import { initialsOf } from '../../lib/text/initials.ts';
import { languageNames, languages, showLanguage, useTexts } from '../../lib/text/language.ts';
import type { PlainTextKey } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import type { IconName } from '../../ui/images/icon.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { useTabs } from '../tabs/tabs-context.ts';
import { useNewsItems } from './help-menu.tsx';
import { routeFor } from './navigation.ts';
import { useNavigation } from './navigation-context.ts';

interface UserMenuProps {
  /**
   * On a phone, this menu includes the languages and the news, leaves out the keyboard map, and shows no name next to
   * the avatar.
   */
  withLanguage?: boolean;
  /** Opens the keyboard map. */
  onKeys(): void;
}

/** Personal pages that are in no menu; shown if the navigation has them. */
const ownPages: { path: string; icon: IconName; title: PlainTextKey }[] = [
  { path: '/account/center', icon: 'user', title: 'menu.account.center' },
  { path: '/account/settings', icon: 'gear', title: 'menu.account.settings' },
  { path: '/dashboard/prices', icon: 'tag', title: 'menu.dashboard.prices' },
  { path: '/dashboard/pay-info', icon: 'file', title: 'menu.dashboard.pay-info' },
];

/** The user menu: account, plan and bills, light or dark mode, keyboard map, and sign-out. */
export function UserMenu({ withLanguage = false, onKeys }: UserMenuProps) {
  const text = useText();
  const { language } = useTexts();
  const { user, signOut } = useSession();
  const confirm = useConfirm();
  const { state, commands } = useTabs();
  const navigation = useNavigation();
  const [navTheme, setNavTheme] = useSetting('nav_theme');
  const dark = navTheme === 'realDark';

  const confirmLeave = async () => {
    // Does not ask again if the person has just confirmed leaving unsaved work.
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
  const news = useNewsItems();
  const languageItems = languages.map((one) => ({
    key: one,
    label: <span lang={one}>{languageNames[one]}</span>,
    onClick: () => void showLanguage(one),
  }));
  const own = ownPages.flatMap(({ path, icon, title }) =>
    routeFor(navigation, path)?.component
      ? [{ key: path, icon: <Icon name={icon} />, label: text(title), onClick: () => commands.open(path) }]
      : [],
  );
  const items = [
    ...own,
    ...(own.length > 0 ? [{ type: 'divider' as const }] : []),
    {
      key: 'theme',
      icon: <Icon name={dark ? 'sun' : 'moon'} />,
      label: dark ? text('frame.theme.light') : text('frame.theme.dark'),
      onClick: () => setNavTheme(dark ? 'light' : 'realDark'),
    },
    ...(withLanguage
      ? [...news, { type: 'divider' as const }, ...languageItems]
      : [{ key: 'keys', icon: <Icon name="key" />, label: text('frame.keys'), onClick: onKeys }]),
    { type: 'divider' as const },
    {
      key: 'logout',
      icon: <Icon name="logout" />,
      label: text('menu.account.logout'),
      onClick: () => void confirmLeave(),
    },
  ];
  return (
    <Dropdown
      menu={{ items, selectedKeys: withLanguage ? [language] : [] }}
      trigger={['click']}
      placement="bottomRight"
    >
      <Row
        as="button"
        type="button"
        className="head-user"
        inline
        rigid
        align="center"
        gap={8}
        h={34}
        p={[0, 4]}
        radius="m"
        tone="t1"
        aria-haspopup="menu"
      >
        <Row
          as="span"
          className="avatar"
          inline
          align="center"
          justify="center"
          w={28}
          h={28}
          radius="round"
          weight={600}
          ground="primary-solid"
          overflow="hidden"
          aria-hidden="true"
        >
          {user.avatar === null ? (
            initialsOf(user.name)
          ) : (
            <img src={user.avatar} alt="" referrerPolicy="no-referrer" />
          )}
        </Row>
        {withLanguage ? (
          <span className="only-read">{text('frame.account', { name: user.name })}</span>
        ) : (
          <span className="cut">{user.name}</span>
        )}
      </Row>
    </Dropdown>
  );
}
