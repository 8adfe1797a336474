import { useLocation } from 'react-router';
import { useText } from '../../lib/text/text.ts';
import { Icon, isIconName } from '../../ui/images/icon.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { MenuLink } from '../navigation/menu-link.tsx';
import { menuPlace } from '../navigation/navigation.ts';
import { useNavigation } from '../navigation/navigation-context.ts';

/** Number of entries in a phone's bottom bar. */
const places = 5;

/** A phone's bottom bar: the first five groups of the menu. */
export function BottomBar() {
  const text = useText();
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const place = menuPlace(navigation, pathname);
  const here = place?.group?.id ?? place?.entry.id;
  return (
    <Row as="nav" className="bottom-bar" h={54} borderTop ground="bg" aria-label={text('frame.places')}>
      {navigation.menu
        .filter(({ section }) => section === 'main')
        .slice(0, places)
        .map((item) => (
          <MenuLink
            key={item.id}
            entry={item.children[0] ?? item}
            className={item.id === here ? 'bottom-place current' : 'bottom-place'}
            aria-current={item.id === here ? 'page' : undefined}
          >
            <Icon name={isIconName(item.icon) ? item.icon : 'box'} size={20} />
            <span className="cut">
              {text.named(item.title.replace('menu.', 'menu.short.'), {}, text.named(item.title))}
            </span>
          </MenuLink>
        ))}
    </Row>
  );
}
