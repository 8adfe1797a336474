import { readSetting, type SettingName, writeSetting } from './settings.ts';

/** Settings of the console's appearance that a person may change, as in the specification. */
export const displaySettings = [
  'nav_theme',
  'color',
  'layout',
  'content_width',
  'fixed_header',
  'fixed_sidebar',
  'auto_hide_header',
  'weak',
  'multi_tab',
] as const satisfies SettingName[];
export type DisplaySetting = (typeof displaySettings)[number];

/** Changes one setting, together with those that depend on it. */
export function changeDisplay(name: DisplaySetting, value: string): void {
  for (const [each, to] of Object.entries({ ...carriedAlong(name, value), [name]: value })) {
    writeSetting(each as DisplaySetting, to);
  }
}

function carriedAlong(name: DisplaySetting, value: string): Partial<Record<DisplaySetting, string>> {
  if (name === 'layout') {
    return value === 'topmenu'
      ? { fixed_sidebar: 'false', content_width: 'Fixed' }
      : { content_width: 'Fluid' };
  }
  return name === 'fixed_header' && value === 'false' ? { auto_hide_header: 'false' } : {};
}

/** Reports whether a setting is available: the one it requires is on. */
export function isOpen(name: DisplaySetting, settings: Record<DisplaySetting, string>): boolean {
  switch (name) {
    case 'fixed_sidebar':
      return settings.layout === 'sidemenu';
    case 'auto_hide_header':
      return settings.fixed_header === 'true';
    default:
      return true;
  }
}

/** Returns all of their current values. */
export function readDisplay(): Record<DisplaySetting, string> {
  return Object.fromEntries(displaySettings.map((name) => [name, readSetting(name)])) as Record<
    DisplaySetting,
    string
  >;
}
