/** One of the two sites of the house: what tells them apart where they are read alike. */
export interface Site {
  platform: 'alibaba' | 'alibaba-1688';
  domain: string;
  /** The host that all goods of the site stand on, whichever store sells them; under it they are kept. */
  home: string;
  /** Hosts of the marketplace itself: no store of anybody. */
  marketplace: RegExp;
  /** What stands before the codes we make: neither site has codes of the merchant's. */
  skuPrefix: string;
  currency: string;
}

/** The export market: US dollars, English. */
export const alibabaCom: Site = {
  platform: 'alibaba',
  domain: 'alibaba.com',
  home: 'www.alibaba.com',
  marketplace: /^(?:[a-z]+\.)?alibaba\.com$/,
  skuPrefix: 'AB',
  currency: 'USD',
};

/** The home market: yuan, Chinese. */
export const china: Site = {
  platform: 'alibaba-1688',
  domain: '1688.com',
  home: 'detail.1688.com',
  marketplace: /^(?:(?:www|detail|m|s|show|search|category|p4p|dj|air|winport\.m|detail\.m)\.)?1688\.com$/,
  skuPrefix: 'CN',
  currency: 'CNY',
};

/** Whether a host belongs to the site. */
export function isHostOf(site: Site, host: string): boolean {
  return host === site.domain || host.endsWith(`.${site.domain}`);
}
