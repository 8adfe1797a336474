import type { CDPSession, Page } from '@playwright/test';

/** The overlay on a page, seen from outside: its shadow root is closed, so it is read through the browser. */
export interface SeenOverlay {
  /** Returns all of its visible text; '' while there is none. */
  text(): Promise<string>;
  /** Returns the checkboxes on cards, in order: their names, and whether they are checked. */
  checks(): Promise<{ id: string; name: string; checked: boolean }[]>;
  /** Presses the button of this name (`data-act`), or another part by its class. */
  press(part: string): Promise<void>;
  check(id: string): Promise<void>;
  /** Returns the position of its top edge in the window, in pixels. */
  top(): Promise<number>;
}

interface Piece {
  nodeId: number;
  nodeName: string;
  nodeValue: string;
  attributes: Record<string, string>;
  children: Piece[];
}

interface CdpNode {
  nodeId: number;
  nodeName: string;
  nodeValue: string;
  attributes?: string[];
  children?: CdpNode[];
  shadowRoots?: CdpNode[];
}

export async function overlayOf(page: Page): Promise<SeenOverlay> {
  const devtools = await page.context().newCDPSession(page);
  const all = async () => pieces(await overlayTree(devtools));
  const find = async (is: (piece: Piece) => boolean) => (await all()).find(is);

  async function press(is: (piece: Piece) => boolean): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const piece = await find(is);
      if (piece !== undefined) {
        await devtools.send('DOM.scrollIntoViewIfNeeded', { nodeId: piece.nodeId });
        const { model } = await devtools.send('DOM.getBoxModel', { nodeId: piece.nodeId });
        const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
        await page.mouse.click((left + right) / 2, (top + bottom) / 2);
        return;
      }
      if (tries > 100) {
        throw new Error('The overlay has no such part.');
      }
      await page.waitForTimeout(100);
    }
  }

  return {
    text: async () => {
      const dock = await find(({ attributes }) => isOf(attributes, 'dock'));
      return dock === undefined || 'hidden' in dock.attributes
        ? ''
        : textOf(dock).replaceAll(/\s+/g, ' ').trim();
    },
    checks: async () =>
      (await all())
        .filter(({ attributes }) => isOf(attributes, 'check') && !('hidden' in attributes))
        .map(({ attributes }) => ({
          id: attributes['data-id'] ?? '',
          name: attributes['aria-label'] ?? '',
          checked: attributes['aria-checked'] === 'true',
        })),
    press: (part) => press(({ attributes }) => attributes['data-action'] === part || isOf(attributes, part)),
    async top() {
      const dock = await find(({ attributes }) => isOf(attributes, 'dock'));
      const { model } = await devtools.send('DOM.getBoxModel', { nodeId: dock?.nodeId ?? 0 });
      return Math.round(model.border[1] ?? 0);
    },
    check: (id) => press(({ attributes }) => attributes['data-id'] === id),
  };
}

function isOf({ class: classes = '' }: Record<string, string>, name: string): boolean {
  return classes.split(' ').includes(name);
}

async function overlayTree(devtools: CDPSession): Promise<Piece | null> {
  const { root } = await devtools.send('DOM.getDocument', { depth: -1, pierce: true });
  const found = pieces(pieceOf(root)).find(({ nodeName }) => nodeName === 'BOWERBIRD-OVERLAY');
  return found ?? null;
}

function pieceOf({
  nodeId,
  nodeName,
  nodeValue,
  attributes = [],
  children = [],
  shadowRoots = [],
}: CdpNode): Piece {
  const pairs = attributes.flatMap((name, at) => (at % 2 === 0 ? [[name, attributes[at + 1] ?? '']] : []));
  return {
    nodeId,
    nodeName,
    nodeValue,
    attributes: Object.fromEntries(pairs),
    children: [...shadowRoots, ...children].map(pieceOf),
  };
}

function pieces(root: Piece | null): Piece[] {
  return root === null ? [] : [root, ...root.children.flatMap(pieces)];
}

function textOf({ nodeName, nodeValue, attributes, children }: Piece): string {
  if ('hidden' in attributes) {
    return '';
  }
  return nodeName === '#text' ? nodeValue : children.map(textOf).join(' ');
}
