import { withAbsoluteAddresses } from '../../../net/addresses.ts';
import { plainText } from '../../../reading/html/html-text.ts';
import type { PageElement } from '../../../reading/html/page-elements.ts';
import type { OwnMarkup } from './own-markup.ts';

/** Longest accepted description, in characters; a longer one is ignored. */
const innerMax = 500_000;

export interface ShownDescription {
  /** The long description with its markup; null where the page shows none. */
  long: string | null;
  short: string | null;
}

/** Returns the descriptions that a page shows, each with its markup. */
export function shownDescription(markup: OwnMarkup, base: URL): ShownDescription {
  const [tab] = markup.parts('description-tab');
  const heading = tab === undefined ? '' : plainText(tab.inner);
  const first = (elements: readonly PageElement[], read: (inner: string) => string) =>
    elements
      .filter(({ inner }) => inner.length <= innerMax)
      .map(({ inner }) => read(inner.trim()).trim())
      .find(isStating) ?? null;
  // Themes and page builders have parts of their own; where WooCommerce's part exists, theirs show something else.
  const panels = [...markup.parts('description'), ...markup.parts('other-description')];
  const long = first(panels, (inner) => withoutHeading(inner, heading));
  const short = first(markup.parts('short'), (inner) => inner);
  const whole = (text: string | null) => (text === null ? null : withAbsoluteAddresses(text, base.href));
  return { long: whole(long), short: whole(short) };
}

/** WooCommerce writes the tab's label above the description. */
function withoutHeading(inner: string, tab: string): string {
  const found = /^<h2[^<>]{0,200}>([^<>]{0,200})<\/h2>/.exec(inner);
  const words = plainText(found?.[1] ?? '');
  return found !== null && (words === tab || words === 'Description') ? inner.slice(found[0].length) : inner;
}

function isStating(inner: string): boolean {
  return /<(?:img|iframe|video)\b/i.test(inner) || plainText(inner.slice(0, 100_000)) !== '';
}
