const places =
  /(?:^|\/)(?:shopping-?cart|cart|basket|orders?|order-?(?:list|detail|confirm)|checkout|account|member|wish-?list|messages?|login|register)(?:[/.?]|$)/i;
const hosts = /^(?:my|i|message|msg|login|passport|trade|cart|buyertrade|work|sellers?|order)\./i;

/**
 * Reports whether it is a visitor's private page (cart, orders, account): whatever it lists is not offered for
 * collecting.
 */
export function isPrivate({ hostname, pathname }: URL): boolean {
  return hosts.test(hostname) || places.test(pathname);
}
