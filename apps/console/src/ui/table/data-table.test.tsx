// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { act, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeApi, type ShownPage, showPage } from '../../testing/signed-in-page.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DataTable } from './data-table.tsx';
import { useSelection } from './use-selection.ts';

const names = ['Lamp', 'Vase', 'Chair', 'Mug'];

let opened: string[];
let looked: string[];
let acted: string[];

/** A page with a search field, a button and a list of four of nine rows. */
function Page({ children }: { children?: ReactNode }) {
  const selection = useSelection(9);
  const [look, setLook] = useState<string | null>(null);
  const [text, setText] = useState('');
  return (
    <>
      <input type="search" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button">beside</button>
      {children}
      <DataTable
        label="rows"
        rows={names}
        columns={[
          { key: 'name', title: 'Name', width: '1fr', render: (name: string) => <span>{name}</span> },
        ]}
        rowKey={(name) => name}
        rowName={(name) => name}
        narrow={(name) => name}
        total={9}
        selection={selection}
        currentKey={look}
        onOpen={(name) => opened.push(name)}
        onLook={(name) => {
          looked.push(name);
          setLook(name);
        }}
        onStepOut={() => acted.push('step out')}
        actions={(name) => [{ key: 'copy', label: `copy ${name}`, onAction: () => acted.push(name) }]}
      />
      <BulkBar selection={selection} total={9} />
      <button type="button" onClick={() => setLook(null)}>
        close look
      </button>
    </>
  );
}

let page: ShownPage;

beforeEach(async () => {
  opened = [];
  looked = [];
  acted = [];
  page = await showPage(new FakeApi(), <Page />, '/', '/');
});
afterEach(() => page.close());

describe('a list by keyboard', () => {
  it('moves with j and k when nothing or a button beside it has the focus, beginning at the first row', async () => {
    (document.activeElement as HTMLElement | null)?.blur();
    await key('j');
    expect(focused()).toBe('Lamp');
    await key('j');
    expect(focused()).toBe('Vase');
    await focus('button');
    await key('k');
    expect(focused()).toBe('Lamp');
  });

  it('leaves letters to fields, and the second key of "g x" to its place', async () => {
    await focus('input[type="search"]');
    await key('x');
    expect(selected()).toEqual([]);
    await focus('button');
    await key('g');
    await key('x');
    expect(selected()).toEqual([]);
    await key('x');
    expect(selected()).toEqual(['Lamp']);
  });

  it('selects its rows with Ctrl A, never the text of the page, and all that match when it is pressed again', async () => {
    await focus('button');
    const event = await key('a', { ctrlKey: true });
    expect(event.defaultPrevented).toBe(true);
    expect(selected()).toEqual(names);
    expect(document.body.textContent).toContain('9');
    await key('a', { ctrlKey: true });
    expect(document.querySelector('.bulk-bar-count')?.textContent).toContain('9');
    const inField = await focus('input[type="search"]').then(() => key('a', { ctrlKey: true }));
    expect(inField.defaultPrevented).toBe(false);
  });

  it('grows and shrinks a range with Shift j and Shift k, and takes one by Shift click', async () => {
    await key('j');
    await key('J', { shiftKey: true });
    await key('J', { shiftKey: true });
    expect(selected()).toEqual(['Lamp', 'Vase', 'Chair']);
    await key('K', { shiftKey: true });
    expect(selected()).toEqual(['Lamp', 'Vase']);
    await click(row('Mug'), { shiftKey: true });
    expect(selected()).toEqual(names);
    expect(opened).toEqual([]);
    await click(row('Vase'), { ctrlKey: true });
    expect(selected()).toEqual(['Lamp', 'Chair', 'Mug']);
  });

  it('goes from the search to the first row with Enter, opens with Enter, and steps out with Esc in order', async () => {
    await focus('input[type="search"]');
    await key('Enter');
    expect(focused()).toBe('Lamp');
    await key('Enter');
    expect(opened).toEqual(['Lamp']);
    await key('x');
    await key('Escape');
    expect(selected()).toEqual([]);
    expect(acted).toEqual([]);
    await key('Escape');
    expect(acted).toEqual(['step out']);
  });

  it('walks the quick look with j and k', async () => {
    await key('j');
    await key(' ');
    await key('j');
    await key('j');
    await key('k');
    expect(looked).toEqual(['Lamp', 'Vase', 'Chair', 'Vase']);
    expect(opened).toEqual([]);
  });

  it('offers the menu of a row by right click, and acts on that row alone', async () => {
    const event = new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: 40,
      clientY: 60,
    });
    await act(async () => void row('Chair').querySelector('span')?.dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
    const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((each) =>
      each.textContent?.includes('copy Chair'),
    );
    await act(async () => item?.click());
    expect(acted).toEqual(['Chair']);
    expect(selected()).toEqual([]);
  });
});

function row(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-row="${name}"]`);
  if (found === null) {
    throw new Error(`no row ${name}`);
  }
  return found;
}

function focused(): string | undefined {
  return document.activeElement instanceof HTMLElement ? document.activeElement.dataset.row : undefined;
}

function selected(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-row][aria-selected="true"]')].map(
    ({ dataset }) => dataset.row ?? '',
  );
}

async function focus(where: string): Promise<void> {
  await act(async () => document.querySelector<HTMLElement>(where)?.focus());
}

async function click(target: HTMLElement, init: MouseEventInit): Promise<void> {
  await act(async () => void target.dispatchEvent(new MouseEvent('click', { bubbles: true, ...init })));
}

async function key(name: string, init: KeyboardEventInit = {}): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...init });
  await act(async () => {
    (document.activeElement ?? document.body).dispatchEvent(event);
    // The row is focused once it is rendered.
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  return event;
}
