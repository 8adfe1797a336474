import { isIPv6 } from 'node:net';

/**
 * Returns what counts as one machine when calls are counted: an address, or for IPv6 its network of 64 bits, because a
 * holder of one address there has them all.
 */
export function machineOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !isIPv6(ip)) {
    return mapped ?? ip;
  }
  const [before = '', after] = ip.replace(/%[\s\S]*$/, '').split('::');
  const [first, last] = [groupsOf(before), groupsOf(after ?? '')];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...new Array<string>(zeros).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16).toString(16));
}
