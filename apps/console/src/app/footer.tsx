import { useFooterLinks } from '../lib/links.ts';
import { useText } from '../lib/text.ts';

/** The operator's links, at the end of every page. */
export function Footer() {
  const text = useText();
  const links = useFooterLinks();
  if (links.length === 0) {
    return null;
  }
  return (
    <footer className="foot-links">
      {links.map(({ key, address }) => (
        <a key={key} href={address} target="_blank" rel="noreferrer">
          {text(key)}
        </a>
      ))}
    </footer>
  );
}
