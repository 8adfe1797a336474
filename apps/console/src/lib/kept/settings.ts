import { useCallback, useSyncExternalStore } from 'react';
import { personalName } from '../person/window-person.ts';

/** Settings that the browser keeps for a person, under their original names. */
export const defaultSettings = {
  sidebar_type: 'open',
  is_mobile: 'false',
  nav_theme: 'light',
  layout: 'sidemenu',
  fixed_header: 'false',
  fixed_sidebar: 'false',
  content_width: 'Fluid',
  auto_hide_header: 'false',
  color: '#1890ff',
  weak: 'false',
  multi_tab: 'true',
  app_language: 'zh-CN',
  table_density: 'comfortable',
  collected_view: 'cards',
  claim_rule: '',
  claim_rules: '',
  price_calculator: '',
  seen_failures: '',
  uploads: '',
};

export type SettingName = keyof typeof defaultSettings;

/** Settings of the person and not of the device; kept separately for everyone who signs in here. */
const personal = new Set<SettingName>([
  'claim_rule',
  'claim_rules',
  'price_calculator',
  'seen_failures',
  'uploads',
]);

const storedName = (name: SettingName) => (personal.has(name) ? personalName(name) : name);

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}

/** Returns a stored setting, or its default if nothing is stored or storage is disabled. */
export function readSetting(name: SettingName): string {
  return storedSetting(name) ?? defaultSettings[name];
}

/** Returns the stored value; null if there is none. */
export function storedSetting(name: SettingName): string | null {
  try {
    return localStorage.getItem(storedName(name));
  } catch {
    return null;
  }
}

export function writeSetting(name: SettingName, value: string): void {
  try {
    localStorage.setItem(storedName(name), value);
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
  for (const listener of [...listeners]) {
    listener();
  }
}

/** Returns a setting and its setter; every reader, in every window, follows a change. */
export function useSetting(name: SettingName): [value: string, set: (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => readSetting(name));
  const set = useCallback((next: string) => writeSetting(name, next), [name]);
  return [value, set];
}
