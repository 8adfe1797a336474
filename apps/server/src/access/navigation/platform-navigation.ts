import type { NavigationItem } from '@bowerbird/contract/account/access';
import type { Permission } from '@bowerbird/contract/permissions';
import type { Platform } from '@bowerbird/platforms/platform';

interface Screen {
  /** The last part of the screen's path and of its title's key. */
  name: string;
  component: string;
  permission: Permission;
  /** A route without a tab: the page of a single record. */
  hidden?: boolean;
}

/** Returns the screens of a platform's group: those that its parts support. */
function screensOf({ id, collector, lister, screens }: Platform, platforms: PlatformsById): Screen[] {
  const { collect = 'product-collect', categories = 'category-collect', details = 'details' } = screens ?? {};
  const copiesTo = platforms.get(screens?.copiesTo ?? '');
  const all: (Screen | false | undefined | null)[] = [
    collector && { name: collect, component: 'ProductCollect', permission: 'collect' },
    collector &&
      categories !== null && { name: categories, component: 'CategoryCollect', permission: 'collect' },
    collector && { name: 'results', component: 'CollectedResults', permission: 'collect' },
    (collector || lister) && { name: 'list', component: 'ProductList', permission: 'products' },
    (collector || lister) && {
      name: details,
      component: 'ProductDetials',
      permission: 'products',
      hidden: true,
    },
    collector?.readPage &&
      screens?.plugin && { name: 'plugin-download', component: 'PluginDownload', permission: 'collect' },
    collector &&
      copiesTo?.lister && { name: `${id}-to-${copiesTo.id}`, component: 'CopyShop', permission: 'listing' },
  ];
  return all.filter((screen) => !!screen);
}

type PlatformsById = ReadonlyMap<string, Platform>;

/**
 * Returns one menu entry for each platform, with its screens as routes under it, without the screens that the platform
 * does not support or that `allowed` refuses. A platform added to the server's list appears automatically.
 */
export function platformNavigation(
  platforms: PlatformsById,
  allowed: (permission: Permission) => boolean,
): NavigationItem[] {
  return [...platforms.values()].flatMap((platform) => {
    const screens = screensOf(platform, platforms).filter(({ permission }) => allowed(permission));
    const [first] = screens.filter(({ hidden }) => hidden !== true);
    if (!first) {
      return [];
    }
    const id = `platform-${platform.id}`;
    const path = `/platform/${platform.id}`;
    return [
      {
        id,
        parentId: '0',
        name: id,
        path,
        component: 'RouteView',
        redirect: `${path}/${first.name}`,
        meta: {
          title: platform.name,
          permission: first.permission,
          hideChildren: true,
          section: 'platforms' as const,
          mark: { letters: platform.letters, hue: platform.hue },
        },
      },
      ...screens.map((screen) => ({
        id: `${id}-${screen.name}`,
        parentId: id,
        name: screen.name,
        path: `${path}/${screen.name}${screen.hidden ? '/:id' : ''}`,
        component: screen.component,
        meta: {
          title: `menu.platform.${screen.name}`,
          permission: screen.permission,
          ...(screen.hidden && { show: false }),
        },
      })),
    ];
  });
}
