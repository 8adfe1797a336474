import ipaddr from 'ipaddr.js';

/**
 * Returns true for an address on the open internet. We must not read anything else (this machine, private and carrier
 * networks, multicast, documentation, tunnels that contain another address). Text that is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) {
    return false;
  }
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv4 ? isPublicV4(address) : isPublicV6(address);
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== cloudMetadata;
}

/** Azure's metadata and host service, the only such service with an address in the public range. */
const cloudMetadata = '168.63.129.16';

/** All IPv6 addresses assigned so far; those outside are special or contain an old IPv4 address (RFC 4291, 2.4). */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * IPv4 behind a translator (RFC 6052): judged by the address inside, because whole networks see the internet this way.
 */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.range() === 'ipv4Mapped' || address.match(translated)) {
    return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  return address.range() === 'unicast' && address.match(givenOut);
}
