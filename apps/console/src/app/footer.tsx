import { useFooterLinks } from '../lib/links.ts';
import { LinkList } from '../ui/text/link-list.tsx';

/** The operator's links, at the end of every page. */
export function Footer() {
  const links = useFooterLinks();
  return (
    links.length > 0 && (
      <footer className="foot-links">
        <LinkList links={links} />
      </footer>
    )
  );
}
