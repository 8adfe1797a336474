import type { NavigationItem } from '@bowerbird/contract/account/access';

/** One entry of a preview menu. */
export interface PreviewEntry {
  id: string;
  /** A text key, or a literal name. */
  title: string;
  icon: string | null;
  section: 'main' | 'platforms' | 'foot';
  children: PreviewEntry[];
}

/** Builds the menu of these items: groups with their visible entries; a group with one entry becomes that entry. */
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
