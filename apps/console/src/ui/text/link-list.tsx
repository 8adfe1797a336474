import { Link } from 'react-router';
import type { OperatorLink } from '../../lib/links.ts';

interface LinkListProps {
  links: readonly OperatorLink[];
  /** Pages of our own open in this window; otherwise in a new one, so that nothing typed is lost. */
  here?: boolean;
}

/** The operator's links in a row. */
export function LinkList({ links, here = false }: LinkListProps) {
  return links.map(({ name, label, address }) =>
    here && address.startsWith('/') ? (
      <Link key={name} to={address}>
        {label}
      </Link>
    ) : (
      <a
        key={name}
        href={address}
        {...(address.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noreferrer' })}
      >
        {label}
      </a>
    ),
  );
}
