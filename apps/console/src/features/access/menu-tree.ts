import type { NavigationItem } from '@bowerbird/contract/access';

/** One entry of a menu that is only looked at. */
export interface PreviewEntry {
  id: string;
  /** A key of the texts, or a name as it is. */
  title: string;
  icon: string | null;
  section: 'main' | 'platforms' | 'foot';
  children: PreviewEntry[];
}

/** The menu that these items make: groups with what is shown in them; a group of one is that one. */
export function menuOf(items: readonly NavigationItem[]): PreviewEntry[] {
  const shown = items.filter(({ meta }) => meta.show !== false);
  const byParent = Map.groupBy(shown, ({ parentId }) => parentId);
  return (byParent.get('0') ?? []).flatMap((item) => {
    const { icon = null, section = 'main', title } = item.meta;
    const entry: PreviewEntry = { id: item.id, title, icon, section, children: [] };
    if (item.component !== 'RouteView' || item.meta.hideChildren === true) {
      return [entry];
    }
    const children = (byParent.get(item.id) ?? []).map(
      (child): PreviewEntry => ({
        id: child.id,
        title: child.meta.title,
        icon: child.meta.icon ?? null,
        section,
        children: [],
      }),
    );
    const [only, ...others] = children;
    if (only === undefined) {
      return [];
    }
    return [others.length === 0 ? { ...only, icon: icon ?? only.icon } : { ...entry, children }];
  });
}
