import { describe, expect, it } from 'vitest';
import type { Tabs } from './tabs.ts';
import { awakeMax, noTabs, tabsBeside, tabsFromKept, tabsReducer, tabsToKeep } from './tabs.ts';

function visit(state: Tabs, path: string, replace = false, single = false): Tabs {
  return tabsReducer(state, { type: 'visit', path, replace, single });
}

const open = (...paths: string[]) => paths.reduce((state, path) => visit(state, path), noTabs);
const pathsOf = (state: Tabs) => state.tabs.map(({ path }) => path);
const activeOf = (state: Tabs) => state.tabs.find(({ id }) => id === state.activeId)?.path;
const idOf = (state: Tabs, path: string) => state.tabs.find((tab) => tab.path === path)?.id ?? '';

describe('tabs', () => {
  it('open for each visited route once, and come back to it [2.tab-per-route]', () => {
    const state = visit(open('/a', '/b?x=1', '/b?x=2'), '/a');

    expect(pathsOf(state)).toEqual(['/a', '/b?x=1', '/b?x=2']);
    expect(activeOf(state)).toBe('/a');
  });

  it('let a page change its own query without opening another, and find it again by the menu', () => {
    const filtered = visit(open('/list'), '/list?q=chair', true);
    const back = visit(visit(filtered, '/other'), '/list');

    expect(pathsOf(back)).toEqual(['/list?q=chair', '/other']);
    expect(activeOf(back)).toBe('/list?q=chair');
  });

  it('go to the last remaining one when the active one closes', () => {
    const state = visit(open('/a', '/b', '/c'), '/a');

    const closed = tabsReducer(state, { type: 'close', ids: [idOf(state, '/a')] });

    expect(activeOf(closed)).toBe('/c');
  });

  it('never close the last one', () => {
    const state = open('/a');

    expect(tabsReducer(state, { type: 'close', ids: [idOf(state, '/a')] })).toBe(state);
  });

  it('know what stands left, right and beside', () => {
    const state = open('/a', '/b', '/c');
    const id = idOf(state, '/b');

    expect(tabsBeside(state, id, 'left').map(({ path }) => path)).toEqual(['/a']);
    expect(tabsBeside(state, id, 'right').map(({ path }) => path)).toEqual(['/c']);
    expect(tabsBeside(state, id, 'all').map(({ path }) => path)).toEqual(['/a', '/c']);
  });

  it('put the page longest unused to sleep when there are too many, never one with unsaved work', () => {
    const paths = Array.from({ length: awakeMax }, (_, index) => `/p${index}`);
    const full = open(...paths);
    const edited = tabsReducer(full, { type: 'change', id: idOf(full, '/p0'), change: { unsaved: 2 } });

    const state = visit(edited, '/one-more');

    expect(state.tabs.filter(({ awake }) => !awake).map(({ path }) => path)).toEqual(['/p1']);
    expect(visit(state, '/p1').tabs.find(({ path }) => path === '/p1')?.awake).toBe(true);
  });

  it('come back after a reload, and survive a store that holds nonsense', () => {
    const restored = visit(tabsFromKept(tabsToKeep(open('/a', '/b'))), '/b');

    expect(pathsOf(restored)).toEqual(['/a', '/b']);
    expect(activeOf(restored)).toBe('/b');
    expect(tabsFromKept('{"x":')).toEqual(noTabs);
    expect(tabsFromKept('[{"home":1}]').tabs).toEqual([]);
  });

  it('stay one for a page of several paths that goes from one to the other', () => {
    const moved = tabsReducer(open('/x', '/settings/basic'), {
      type: 'visit',
      path: '/settings/security',
      replace: true,
      moves: true,
      single: false,
    });

    expect(pathsOf(moved)).toEqual(['/x', '/settings/security']);
    expect(activeOf(moved)).toBe('/settings/security');
  });

  it('stay one for products walked through in one, which is found again by the product it shows now', () => {
    const list = open('/products/list', '/products/1');
    const walked = tabsReducer(list, {
      type: 'visit',
      path: '/products/2',
      replace: true,
      moves: true,
      takes: true,
      single: false,
    });

    expect(pathsOf(walked)).toEqual(['/products/list', '/products/2']);
    // Opening the first product from the list again does not reuse the tab that moved on to the second.
    const again = visit(visit(walked, '/products/list'), '/products/1');
    expect(activeOf(again)).toBe('/products/1');
    expect(pathsOf(again)).toEqual(['/products/list', '/products/2', '/products/1']);
  });

  it('are one that goes everywhere when switched off', () => {
    expect(pathsOf(visit(open('/a'), '/b', false, true))).toEqual(['/b']);
  });
});
