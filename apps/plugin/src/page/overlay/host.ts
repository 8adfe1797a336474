import { styles } from './styles.ts';

/** Above everything that a page shows. */
const top = '2147483647';

export interface OverlayHost {
  root: ShadowRoot;
  /** Puts it back where a page took it away, and behind what a page put over it. */
  keep(): void;
  contains(node: Node | null): boolean;
}

/**
 * The one element that we put into a page. What is in it belongs to us alone: the page's styles do not reach it, its scripts
 * do not see into it, and its rules for content forbid none of it.
 */
export function overlayHost(): OverlayHost {
  const host = document.createElement('bowerbird-overlay');
  for (const [name, value] of Object.entries({
    all: 'initial',
    position: 'absolute',
    top: '0',
    left: '0',
    width: '0',
    height: '0',
    'z-index': top,
  })) {
    host.style.setProperty(name, value, 'important');
  }
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  return {
    root,
    keep() {
      if (host.parentNode !== document.documentElement) {
        document.documentElement.append(host);
      }
    },
    contains: (node) => node === host,
  };
}
