// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { presets } from '../../app/frame/theme.ts';
import { tokenCookie } from '../person/token.ts';
import { changeDisplay, displaySettings, isOpen, readDisplay } from './display-settings.ts';
import { defaultSettings, readSetting } from './settings.ts';

beforeEach(() => localStorage.clear());

describe('display settings', () => {
  it('begin with side menu, light menu, #1890ff, fluid width, nothing fixed and no weak mode [9.defaults] [4.default-look]', () => {
    expect(readDisplay()).toEqual({
      nav_theme: 'light',
      color: '#1890ff',
      layout: 'sidemenu',
      content_width: 'Fluid',
      fixed_header: 'false',
      fixed_sidebar: 'false',
      auto_hide_header: 'false',
      weak: 'false',
      multi_tab: 'true',
    });
  });

  it('are kept in the browser under their own names and are there after a start [3.display-settings] [4.settings-kept]', () => {
    expect([...displaySettings, 'app_language'].sort()).toEqual([
      'app_language',
      'auto_hide_header',
      'color',
      'content_width',
      'fixed_header',
      'fixed_sidebar',
      'layout',
      'multi_tab',
      'nav_theme',
      'weak',
    ]);
    for (const name of displaySettings) {
      changeDisplay(name, 'kept');
      expect(localStorage.getItem(name)).toBe('kept');
      expect(readSetting(name)).toBe('kept');
    }
  });

  it('are stored under the names of the specification, beside token, menu and width [3.stored-keys]', () => {
    const names = ['sidebar_type', 'is_mobile', 'app_language', ...displaySettings];

    expect(Object.keys(defaultSettings)).toEqual(expect.arrayContaining(names));
    expect(tokenCookie).toBe('Access-Token');
  });

  it('carry along what a layout means', () => {
    changeDisplay('fixed_sidebar', 'true');
    changeDisplay('layout', 'topmenu');
    expect(readDisplay()).toMatchObject({ content_width: 'Fixed', fixed_sidebar: 'false' });
    expect(isOpen('fixed_sidebar', readDisplay())).toBe(false);

    changeDisplay('layout', 'sidemenu');
    expect(readDisplay()).toMatchObject({ content_width: 'Fluid' });
  });

  it('hide the header only while it is fixed', () => {
    expect(isOpen('auto_hide_header', readDisplay())).toBe(false);
    changeDisplay('fixed_header', 'true');
    expect(isOpen('auto_hide_header', readDisplay())).toBe(true);
    changeDisplay('auto_hide_header', 'true');
    changeDisplay('fixed_header', 'false');

    expect(readSetting('auto_hide_header')).toBe('false');
  });

  it('offer seven colours beside the default one [9.presets]', () => {
    const [first, ...seven] = presets;

    expect(first).toBe('#1890ff');
    expect(seven.map((each) => each.toUpperCase())).toEqual([
      '#F5222D',
      '#FA541C',
      '#FAAD14',
      '#13C2C2',
      '#52C41A',
      '#2F54EB',
      '#722ED1',
    ]);
  });
});
