import type { NavigationItem } from '@bowerbird/contract/access';
import type { Permission } from '@bowerbird/contract/permissions';
import type { Platform } from '@bowerbird/platforms/platform';

/**
 * What a screen needs its platform to support: its collector, its lister, either of them, the browser plugin, or
 * copying on to Shopify.
 */
type Ability = 'collect' | 'list' | 'goods' | 'plugin' | 'to-shopify';

interface Screen {
  /** The last part of the screen's path and of its title's key. */
  name: string;
  component: string;
  permission: Permission;
  needs: Ability;
  /** A route without a tab: the page of a single record. */
  hidden?: boolean;
}

const collect = (name = 'product-collect'): Screen => ({
  name,
  component: 'ProductCollect',
  permission: 'collect',
  needs: 'collect',
});
const categories = (name = 'category-collect'): Screen => ({
  name,
  component: 'CategoryCollect',
  permission: 'collect',
  needs: 'collect',
});
const results: Screen = {
  name: 'results',
  component: 'CollectedResults',
  permission: 'collect',
  needs: 'collect',
};
const list: Screen = { name: 'list', component: 'ProductList', permission: 'products', needs: 'goods' };
const details = (name = 'details'): Screen => ({
  name,
  component: 'ProductDetials',
  permission: 'products',
  needs: 'goods',
  hidden: true,
});
const plugin: Screen = {
  name: 'plugin-download',
  component: 'PluginDownload',
  permission: 'collect',
  needs: 'plugin',
};
/** The guided copy from WordPress to Shopify stores. */
const toShopify: Screen = {
  name: 'wordpress-to-shopify',
  component: 'CopyShop',
  permission: 'listing',
  needs: 'to-shopify',
};

/** The screens of each platform's group. A screen that the platform does not support yet is not sent. */
const screensOf: Record<string, readonly Screen[]> = {
  shopify: [collect(), categories(), results, list, details()],
  shoplazza: [collect(), categories('by-collections'), results, list, details(), plugin],
  shopline: [collect(), categories('to-category'), results, list, details()],
  aliexpress: [collect(), results, list, details('edit'), plugin],
  alibaba: [collect('product-get'), categories('category-gather'), results, list, details(), plugin],
  'alibaba-1688': [collect(), categories(), results, list, details(), plugin],
  wordpress: [
    collect('product-sourcing'),
    categories('category-gather'),
    results,
    list,
    details(),
    toShopify,
  ],
  shopyy: [collect(), categories(), results, list, details()],
  // A shop of an unknown platform has no list of categories that can be read.
  unknown: [collect(), results, list, details()],
  woocommerce: [collect(), categories(), results, list, details()],
};
const usual: readonly Screen[] = [collect(), categories(), results, list, details()];

/**
 * Returns one menu entry for each platform, with its screens as routes under it, without the screens that the platform
 * does not support or that `allowed` refuses. A platform added to the server's list appears automatically.
 */
export function platformNavigation(
  platforms: ReadonlyMap<string, Platform>,
  allowed: (permission: Permission) => boolean,
): NavigationItem[] {
  return [...platforms.values()].flatMap((platform) => {
    const can = abilitiesOf(platform, platforms);
    const screens = (screensOf[platform.id] ?? usual).filter(
      ({ needs, permission }) => can.has(needs) && allowed(permission),
    );
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

function abilitiesOf(platform: Platform, platforms: ReadonlyMap<string, Platform>): ReadonlySet<Ability> {
  const { collector, lister } = platform;
  return new Set<Ability>([
    ...(collector ? (['collect', 'goods'] as const) : []),
    ...(collector?.readPage ? (['plugin'] as const) : []),
    ...(lister ? (['list', 'goods'] as const) : []),
    ...(collector && platforms.get('shopify')?.lister ? (['to-shopify'] as const) : []),
  ]);
}
