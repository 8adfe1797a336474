import { Dropdown } from 'antd';
import { useConsoleSettings } from '../../lib/links.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { useTabs } from '../tabs/tabs-context.ts';
import { routeFor } from './navigation.ts';
import { useNavigation } from './navigation-context.ts';

const newsPath = '/news';

/** Returns the entries for news and video tutorials; none if this console has no such page. */
export function useNewsItems() {
  const text = useText();
  const navigation = useNavigation();
  const { commands } = useTabs();
  if (!routeFor(navigation, newsPath)?.component) {
    return [];
  }
  return [
    {
      key: 'news',
      icon: <Icon name="text" />,
      label: text('frame.help.news'),
      onClick: () => commands.open(`${newsPath}?kind=news`),
    },
    {
      key: 'video',
      icon: <Icon name="play" />,
      label: text('frame.help.video'),
      onClick: () => commands.open(`${newsPath}?kind=video`),
    },
  ];
}

/** Menu with news and video tutorials (if this console has them), the help articles, and the keyboard map. */
export function HelpMenu({ onKeys }: { onKeys(): void }) {
  const text = useText();
  const news = useNewsItems();
  const help = useConsoleSettings()?.links.help;
  const items = [
    ...news,
    ...(help === undefined
      ? []
      : [
          {
            key: 'help',
            icon: <Icon name="file" />,
            label: text('footer.help'),
            // Opens in a new window, so that the page in question stays open.
            onClick: () => void window.open(help, '_blank', 'noopener'),
          },
        ]),
    ...(news.length > 0 ? [{ type: 'divider' as const }] : []),
    { key: 'keys', icon: <Icon name="key" />, label: text('frame.keys'), onClick: onKeys },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight" autoFocus>
      <button type="button" className="head-button" aria-label={text('frame.help')} aria-haspopup="menu">
        <Icon name="help" size={17} />
      </button>
    </Dropdown>
  );
}
