// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { presets } from '../app/theme.ts';
import { changeDisplay, displaySettings, isOpen, readDisplay } from './display-settings.ts';
import { readSetting } from './settings.ts';

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

  it('are kept in the browser under their own names and are there after a start [4.settings-kept]', () => {
    for (const name of displaySettings) {
      changeDisplay(name, 'kept');
      expect(localStorage.getItem(name)).toBe('kept');
      expect(readSetting(name)).toBe('kept');
    }
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
