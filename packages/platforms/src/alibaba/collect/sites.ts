/** One of the two Alibaba sites: the differences between sites that are otherwise read in the same way. */
export interface Site {
  platform: 'alibaba' | 'alibaba-1688';
  domain: string;
  /** Host of all product pages of the site, whichever store sells them; products are stored under it. */
  home: string;
  /** Hosts of the marketplace itself, which are not a seller's store. */
  marketplace: RegExp;
  /** Prefix of the SKUs we generate: neither site shows SKUs of the merchant. */
  skuPrefix: string;
  currency: string;
}

/** The export marketplace: US dollars, English. */
export const alibabaCom: Site = {
  platform: 'alibaba',
  domain: 'alibaba.com',
  home: 'www.alibaba.com',
  marketplace: /^(?:[a-z]+\.)?alibaba\.com$/,
  skuPrefix: 'AB',
  currency: 'USD',
};

/** The domestic marketplace: yuan, Chinese. */
export const china: Site = {
  platform: 'alibaba-1688',
  domain: '1688.com',
  home: 'detail.1688.com',
  marketplace: /^(?:(?:www|detail|m|s|show|search|category|p4p|dj|air|winport\.m|detail\.m)\.)?1688\.com$/,
  skuPrefix: 'CN',
  currency: 'CNY',
};

/** Reports whether a host belongs to the site. */
export function isHostOf(site: Site, host: string): boolean {
  return host === site.domain || host.endsWith(`.${site.domain}`);
}
