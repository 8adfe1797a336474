import { styles } from './styles.ts';

/** Above everything that a page shows. */
const top = '2147483647';

export interface OverlayHost {
  root: ShadowRoot;
  /** Adds the host element to the end of the document again if the page removed it. */
  keep(): void;
  contains(node: Node | null): boolean;
}

/**
 * Creates the one element that we add to a page. Its content is isolated: the page's styles do not apply to it, its
 * scripts cannot access it, and its content security policy does not block it.
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
