import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import type { Look } from './look.ts';
import { splitLook } from './look.ts';

/** Props of a primitive: its look, and everything that the element takes which it becomes. */
export type BoxProps<As extends ElementType> = Look & { as?: As } & Omit<
    ComponentPropsWithRef<As>,
    keyof Look | 'as'
  >;

interface Rendered extends Look {
  as?: ElementType;
  className?: string;
  style?: object;
  children?: ReactNode;
}

/** Renders a primitive: `kind` is the class that makes it a row, a stack or a grid. */
export function rendered(kind: string, fallback: ElementType, props: Rendered): ReactNode {
  const { as: Element = fallback, className, style, ...others } = props;
  const { classes, values, rest } = splitLook(others);
  const names = [className, kind, ...classes].filter(Boolean).join(' ');
  return <Element className={names} style={{ ...values, ...style }} {...rest} />;
}

/** A plain element with a look. */
export function Box<As extends ElementType = 'div'>(props: BoxProps<As>): ReactNode {
  return rendered('', 'div', props);
}

/** Elements below each other. */
export function Stack<As extends ElementType = 'div'>(props: BoxProps<As>): ReactNode {
  return rendered('l-stack', 'div', props);
}

/** Elements beside each other; `inline` within a line of text. */
export function Row<As extends ElementType = 'div'>({
  inline = false,
  ...props
}: BoxProps<As> & { inline?: boolean }): ReactNode {
  return rendered(inline ? 'l-row-inline' : 'l-row', 'div', props as BoxProps<As>);
}

/** Elements in columns, by default in one that may become narrower than its content. */
export function Grid<As extends ElementType = 'div'>(props: BoxProps<As>): ReactNode {
  return rendered('l-grid', 'div', props);
}
