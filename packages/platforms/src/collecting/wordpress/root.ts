/** Number of characters of a page searched for its links to itself, which are in its head. */
const lookedAt = 500_000;

interface PageLink {
  rel: string;
  href: string;
  /** Position in the page where its tag ends. */
  end: number;
}

/** What a WordPress page shows about its site's location. */
export interface SiteSigns {
  /** Path of the site's root on its host, without a trailing slash: '' or `/shop2`. Null when the page does not say. */
  folder: string | null;
  /** The page's own permanent address, on the same host; null when it names none. */
  canonical: URL | null;
}

/**
 * Reads where a page's site is located: from its API link (`Link` header, then markup), otherwise from its short link
 * or from the address that its shop's scripts use. Addresses on another host are ignored. Source: the readme of
 * `woocommerce`, "Where it stands".
 */
export function siteSigns(html: string, url: URL, link: string | null): SiteSigns {
  const head = html.slice(0, lookedAt);
  const links = linksIn(html);
  const here = (address: string | null) => onSameSite(address, url);
  const linked = (rel: string) =>
    here(links.find((one) => one.rel === rel && one.end <= lookedAt)?.href ?? null);
  const api = here(apiRootAmong(link, links, url));
  const ajax = /"wc_ajax_url":"((?:\\\/|[^"\\<>]){1,500})"/.exec(head)?.[1]?.replaceAll('\\/', '/') ?? null;
  // Both are addresses of the front page with a query; a short link of another kind does not help.
  const home = [linked('shortlink'), here(ajax)].find(
    (one) => one?.searchParams.has('p') || one?.searchParams.has('wc-ajax'),
  );
  const folder = api !== null ? folderOfApi(api) : home ? trimmed(home.pathname) : null;
  return { folder, canonical: linked('canonical') };
}

/** Returns the API root that a page names in its `Link` header or in its head; null when it names none. */
export function apiRootIn(link: string | null, html: string, base: URL): string | null {
  return apiRootAmong(link, linksIn(html), base);
}

function apiRootAmong(link: string | null, links: readonly PageLink[], base: URL): string | null {
  const found =
    /<([^<>]{1,2000})>;\s*rel="https:\/\/api\.w\.org\/"/.exec(link ?? '')?.[1] ??
    links.find(({ rel }) => rel === 'https://api.w.org/')?.href;
  return found !== undefined && URL.canParse(found, base) ? new URL(found, base).href : null;
}

/** Returns the site's folder from its API address: `/shop2/wp-json/`, `/shop2/?rest_route=/`, or under another name. */
function folderOfApi(api: URL): string {
  if (api.searchParams.has('rest_route')) {
    return trimmed(api.pathname);
  }
  const parts = api.pathname.split('/').filter((part) => part !== '' && part !== 'index.html');
  const at = parts.lastIndexOf('wp-json');
  return trimmed(`/${parts.slice(0, at === -1 ? -1 : at).join('/')}`);
}

/** Returns a folder's path in normal form: without `index.php` and without trailing slashes. */
export function trimmed(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.at(-1) === 'index.php' || parts.at(-1) === 'index.html') {
    parts.pop();
  }
  return parts.length === 0 ? '' : `/${parts.join('/')}`;
}

/** Reports whether an address is in this folder of its host. */
export function isInside({ pathname }: URL, folder: string): boolean {
  return folder === '' || pathname === folder || pathname.startsWith(`${folder}/`);
}

function onSameSite(address: string | null, base: URL): URL | null {
  const url = address === null ? null : URL.parse(address, base);
  const bare = ({ hostname }: URL) => hostname.replace(/^www\./, '');
  return url !== null && bare(url) === bare(base) ? url : null;
}

/** Returns every `link` element with both attributes; a tag ends at the next bracket, so one pass is enough. */
function linksIn(html: string): PageLink[] {
  return [...html.matchAll(/<link\s([^<>]{1,2000})>/gi)].flatMap(({ 0: tag, 1: inside = '', index }) => {
    const [rel, href] = [attributeIn(inside, 'rel'), attributeIn(inside, 'href')];
    return rel === null || href === null ? [] : [{ rel: rel.toLowerCase(), href, end: index + tag.length }];
  });
}

const attributeForms = {
  rel: /(?:^|\s)rel=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i,
  href: /(?:^|\s)href=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i,
};

function attributeIn(inside: string, name: keyof typeof attributeForms): string | null {
  const found = attributeForms[name].exec(inside);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value?.trim().replaceAll('&amp;', '&').replaceAll('&#038;', '&') ?? null;
}
