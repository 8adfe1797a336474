import { colours, isColour } from './colours.ts';
import { type Drawing, drawings } from './drawings.ts';

/** Width and height of every practice image, in pixels. */
export const imageSide = 1200;

const backdrops: Record<string, readonly [top: string, middle: string, floor: string]> = {
  mist: ['#f7f9fb', '#eef2f6', '#dde1e5'],
  linen: ['#faf8f7', '#f5f1ee', '#e4e0dd'],
  mint: ['#f4f8f8', '#e9f1f0', '#d9e0df'],
  lilac: ['#f8f7fa', '#f1eef5', '#e0dde4'],
  sand: ['#faf7f4', '#f4efe8', '#e3ded8'],
  sky: ['#f5f8fc', '#eaf0f9', '#dadfe8'],
  blush: ['#fbf5f4', '#f6eae8', '#e6d9d6'],
  sage: ['#f5f7f2', '#eaefe4', '#d9dfd2'],
};
export const backdropNames = Object.keys(backdrops);

/** `front` shows the product from the front, `near` close up, `pair` two of it, `turned` from the other side. */
export const views = ['front', 'near', 'pair', 'turned'] as const;
export type View = (typeof views)[number];

const placed: Record<View, (drawing: string) => string> = {
  front: (drawing) => standing(drawing, 'translate(0 0)'),
  near: (drawing) => standing(drawing, 'translate(-34 -42) scale(1.34)'),
  pair: (drawing) =>
    standing(drawing, 'translate(62 20) scale(.68)') + standing(drawing, 'translate(0 42) scale(.74)'),
  turned: (drawing) => standing(drawing, 'translate(200 0) scale(-1 1)'),
};

/** Returns the name under which the practice shop serves this image. */
export function imageName(drawing: Drawing, colour: string, backdrop: string, view: View): string {
  return `${drawing}-${colour.toLowerCase().replaceAll(' ', '_')}-${backdrop}-${view}.svg`;
}

/** Draws the image with this name as SVG; returns null for a name that no product has. */
export function drawImage(name: string): string | null {
  const [drawing = '', colour = '', backdrop = '', view = ''] = name.replace(/\.svg$/, '').split('-');
  const tones = backdrops[backdrop];
  if (!isDrawing(drawing) || !isColour(colour) || !tones || !isView(view)) {
    return null;
  }
  const { hex } = colours[colour];
  const [top, middle, floor] = tones;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="${imageSide}" height="${imageSide}">
<defs>
<linearGradient id="good" x1="0" x2="1"><stop offset="0" stop-color="${tint(hex, 16)}"/><stop offset=".3" stop-color="${hex}"/><stop offset="1" stop-color="${tint(hex, -35)}"/></linearGradient>
<radialGradient id="shadow"><stop offset="0" stop-color="#000" stop-opacity=".26"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>
<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset=".72" stop-color="${middle}"/><stop offset="1" stop-color="${floor}"/></linearGradient>
</defs>
<rect width="200" height="200" fill="url(#wall)"/>
${placed[view](coloured(drawings[drawing], hex))}
</svg>`;
}

function standing(drawing: string, transform: string): string {
  return `<g transform="${transform}"><ellipse cx="100" cy="155" rx="66" ry="10" fill="url(#shadow)"/>${drawing}</g>`;
}

function coloured(drawing: string, hex: string): string {
  return drawing.replace(/\{([+-]\d+)\}/g, (_, percent: string) => tint(hex, Number(percent)));
}

/** Lightens a colour towards white by a percentage; darkens it towards black when negative. */
function tint(hex: string, percent: number): string {
  const towards = percent > 0 ? 255 : 0;
  const share = Math.abs(percent) / 100;
  const parts = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16);
    return Math.round(part + (towards - part) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

function isDrawing(name: string): name is Drawing {
  return Object.hasOwn(drawings, name);
}

function isView(name: string): name is View {
  return views.some((view) => view === name);
}
