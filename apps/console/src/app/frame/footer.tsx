import { useFooterLinks } from '../../lib/links.ts';
import { Row } from '../../ui/layout/box.tsx';
import { LinkList } from '../../ui/text/link-list.tsx';

/** The operator's links, at the end of every page. */
export function Footer() {
  const links = useFooterLinks();
  return (
    links.length > 0 && (
      <Row as="footer" className="foot-links" gap={[4, 20]} wrap justify="center" font="caption">
        <LinkList links={links} />
      </Row>
    )
  );
}
