import type { CSSProperties } from 'react';

/** The scale of distances, in pixels. */
export type Space = 0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 18 | 20 | 24 | 28 | 32 | 36 | 44;

/** One distance for all sides, or two to four in CSS order: top and bottom, left and right. */
export type Sides =
  | Space
  | readonly [Space, Space]
  | readonly [Space, Space, Space]
  | readonly [Space, Space, Space, Space];

/** Sizes of type, each with its line height: `tokens/tokens.css` has the figures. */
export type Font = 'caption' | 'small' | 'body' | 'head' | 'large' | 'title' | 'figure';

/** Colours of text. */
export type Tone =
  | 't1'
  | 'ink2'
  | 't2'
  | 't3'
  | 't4'
  | 'green'
  | 'amber'
  | 'red'
  | 'violet'
  | 'primary'
  | 'primary-read'
  | 'inherit';

/** Colours of surfaces; `none` takes away a surface that a control brings. */
export type Ground =
  | 'bg'
  | 'canvas'
  | 'sunk'
  | 'raised'
  | 'hover'
  | 'sel'
  | 'line'
  | 'line2'
  | 'track'
  | 'primary'
  | 'primary-soft'
  | 'primary-solid'
  | 'green-s'
  | 'amber-s'
  | 'amber-bar'
  | 'red-s'
  | 'violet-s'
  | 'none';

export type Length = number | string;

/**
 * How an element is placed and looks, in values of the tokens. Every value becomes a custom property that one class of
 * `look.css` reads, so that a rule of an area (a state, a narrow window) still overrides it.
 */
export interface Look {
  gap?: Space | readonly [row: Space, column: Space];
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  justify?: 'start' | 'center' | 'end' | 'between';
  /** Aligns this element alone, within its row or stack. */
  self?: 'start' | 'center' | 'end' | 'stretch';
  wrap?: boolean;
  /** Takes the space that is left. */
  grow?: boolean;
  /** Keeps its size where space is short. */
  rigid?: boolean;
  /** May become narrower than its content. */
  shrink?: boolean;
  /** Columns of a grid: a number of equal ones, or a CSS track list. */
  columns?: number | string;
  /** One column in windows narrower than this, in pixels. */
  oneUnder?: 576 | 768 | 992 | 1100;
  /** The columns of a grid that this element takes, as in CSS: `1 / -1` is all. */
  column?: string;
  /** Takes the space that is left, from this width on; else it wraps. */
  basis?: number;
  /** A block, where the element is inline. */
  block?: boolean;

  p?: Sides;
  pt?: Space;
  pb?: Space;
  px?: Space;
  m?: Sides;
  mt?: Space;
  mb?: Space;
  /** Margin before and after in the direction of reading; `auto` pushes to the other end. */
  ms?: Space | 'auto';
  me?: Space | 'auto';

  w?: Length;
  h?: Length;
  minW?: Length;
  maxW?: Length;
  minH?: Length;
  maxH?: Length;

  font?: Font;
  weight?: 400 | 500 | 600 | 650;
  tone?: Tone;
  textAlign?: 'start' | 'center' | 'end';
  /** Breaks words that are longer than the line. */
  anywhere?: boolean;
  nowrap?: boolean;
  /** One line; what does not fit is replaced by an ellipsis. */
  cut?: boolean;

  ground?: Ground;
  radius?: 'xs' | 's' | 'm' | 'l' | 'xl' | 'round';
  /** A hairline, the stronger line of a control, or none. */
  border?: 'line' | 'line2' | 'none';
  borderTop?: boolean;
  borderBottom?: boolean;
  overflow?: 'hidden' | 'auto';
  /** At most this many lines; the last ends with an ellipsis. */
  lines?: number;
  /** What is placed within it by CSS is placed relative to it. */
  relative?: boolean;
  /** What the pointer over it changes: the surface, the text, or its underline (`plain` takes that of a link away). */
  hover?: 'ground' | 't1' | 'underline' | 'plain';
}

type Values = Record<`--${string}`, string>;

const px = (value: Length) => (typeof value === 'number' ? `${value}px` : value);
const sides = (value: Sides) => (typeof value === 'number' ? px(value) : value.map(px).join(' '));
const places = { start: 'flex-start', end: 'flex-end', between: 'space-between' } as const;
const place = (value: string) => (value in places ? places[value as keyof typeof places] : value);
const token = (value: string) =>
  value === 'inherit' || value === 'none' || value === 'auto' ? value : `var(--${value})`;

/** How the value of each property is written in CSS; those that are only on or off have no value. */
const written: { [Name in keyof Look]-?: ((value: NonNullable<Look[Name]>) => string) | null } = {
  gap: (value) => (typeof value === 'number' ? px(value) : value.map(px).join(' ')),
  align: place,
  justify: place,
  self: place,
  wrap: null,
  grow: null,
  rigid: null,
  shrink: null,
  columns: (value) => (typeof value === 'number' ? `repeat(${value}, minmax(0, 1fr))` : value),
  p: sides,
  pt: px,
  pb: px,
  px,
  m: sides,
  mt: px,
  mb: px,
  ms: px,
  me: px,
  w: px,
  h: px,
  minW: px,
  maxW: px,
  minH: px,
  maxH: px,
  font: null,
  weight: String,
  tone: token,
  textAlign: String,
  anywhere: null,
  nowrap: null,
  cut: null,
  ground: token,
  radius: (value) => `var(--radius-${value})`,
  border: (value) => (value === 'none' ? '0' : `1px solid var(--${value})`),
  borderTop: null,
  borderBottom: null,
  overflow: String,
  lines: String,
  relative: null,
  column: String,
  basis: (value) => `1 1 ${value}px`,
  block: null,
  oneUnder: null,
  hover: null,
};

/** Properties with a class for each of their values, by the first part of its name. */
const named = { font: 'text', oneUnder: 'l-under', hover: 'l-hover' };

/** Splits props into those of a look, as class names and custom properties, and the others. */
export function splitLook<Props extends Look>(
  props: Props,
): { classes: string[]; values: CSSProperties; rest: Omit<Props, keyof Look> } {
  const classes: string[] = [];
  const values: Values = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    if (!(name in written)) {
      rest[name] = value;
    } else if (value !== undefined && value !== false) {
      const write = written[name as keyof Look] as ((value: unknown) => string) | null;
      classes.push(name in named ? `${named[name as keyof typeof named]}-${value}` : `l-${name}`);
      if (write !== null) {
        values[`--l-${name}`] = write(value);
      }
    }
  }
  // Casts: custom properties are valid in `style`, and `rest` is what is left of the props.
  return { classes, values: values as CSSProperties, rest: rest as Omit<Props, keyof Look> };
}
