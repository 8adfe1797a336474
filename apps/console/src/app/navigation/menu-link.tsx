import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { MenuEntry } from './navigation.ts';

interface MenuLinkProps extends Omit<ComponentProps<typeof Link>, 'to' | 'target' | 'rel'> {
  entry: Pick<MenuEntry, 'path' | 'target'>;
}

/**
 * A link to the target of a menu entry. Another site, or a page that is to open in a window of its own, leaves the
 * current page open.
 */
export function MenuLink({ entry, children, ...rest }: MenuLinkProps) {
  const away = entry.target === null ? {} : { target: entry.target, rel: 'noreferrer' };
  return (
    <Link to={entry.path} {...away} {...rest}>
      {children}
    </Link>
  );
}
