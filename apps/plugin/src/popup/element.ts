type Child = Node | string | null;

interface Attributes {
  class?: string;
  role?: string;
  [name: `aria-${string}`]: string;
  [name: `data-${string}`]: string;
  href?: string;
  for?: string;
  id?: string;
  title?: string;
}

/**
 * Creates an element with its attributes and content; null adds nothing. Texts are inserted as text, never as markup.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export type ButtonKind = 'primary' | 'plain' | 'link';

/** Creates a button; `act` identifies it permanently, so that it keeps the focus when the popup is rendered again. */
export function button(
  kind: ButtonKind,
  act: string,
  words: string,
  onClick: () => unknown,
): HTMLButtonElement {
  const made = element('button', { class: `button ${kind}`, 'data-action': act }, words);
  made.type = 'button';
  made.addEventListener('click', onClick);
  return made;
}

const svgSpace = 'http://www.w3.org/2000/svg';

function drawing(
  size: number,
  viewBox: string,
  paths: readonly [string, Record<string, string>][],
): SVGElement {
  const svg = document.createElementNS(svgSpace, 'svg');
  const all = { width: String(size), height: String(size), viewBox, fill: 'none', 'aria-hidden': 'true' };
  for (const [key, value] of Object.entries(all)) {
    svg.setAttribute(key, value);
  }
  for (const [name, attributes] of paths) {
    const part = document.createElementNS(svgSpace, name);
    for (const [key, value] of Object.entries(attributes)) {
      part.setAttribute(key, value);
    }
    svg.append(part);
  }
  return svg;
}

/** The bower and its berry. */
export function logo(): SVGElement {
  const stick = (d: string): [string, Record<string, string>] => [
    'path',
    { d, stroke: 'currentColor', 'stroke-width': '2.1', 'stroke-linecap': 'round' },
  ];
  return drawing(26, '0 0 32 32', [
    stick('M4.6 27.5C3.9 17.5 7 8.6 14.6 4.2'),
    stick('M9.2 27.5C8.4 19.6 10.6 12 17 6.6'),
    stick('M27.4 27.5C28.1 17.5 25 8.6 17.4 4.2'),
    stick('M22.8 27.5C23.6 19.6 21.4 12 15 6.6'),
    ['circle', { cx: '16', cy: '23.6', r: '3.9', fill: '#1890ff' }],
  ]);
}

const glyphs = {
  external: 'M11.5 3.7h4.8v4.8M16 4 9.5 10.5M14 11.5v3.7a1 1 0 0 1-1 1H4.8a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h3.7',
  check: 'M4 10.5l4 4 8-8.5',
  clock: 'M10 2.9a7.1 7.1 0 1 0 0 14.2 7.1 7.1 0 0 0 0-14.2zM10 6v4.3l2.8 1.7',
  warning: 'M10 3.3 17.5 16.3H2.5zM10 8v4M10 14.2h.01',
  pause: 'M7.3 5v10M12.7 5v10',
} as const;
export type Glyph = keyof typeof glyphs;

export function icon(glyph: Glyph, size = 16): SVGElement {
  return drawing(size, '0 0 20 20', [
    [
      'path',
      {
        d: glyphs[glyph],
        stroke: 'currentColor',
        'stroke-width': '1.6',
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      },
    ],
  ]);
}
