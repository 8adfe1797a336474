import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

it('reads addresses of the open internet', () => {
  const open = [
    '23.227.38.65',
    '8.8.8.8',
    '2620:127:f00f:5::',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ];

  expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
});

it('reads no address of this machine, of a private network, or one that hides such an address inside', () => {
  const closed = [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.9.9.9',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::808:808',
    '2002:7f00:1::',
    '2001:0:53aa:64c:0:fbff:80ff:fffe',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '3fff::1',
    'not an address',
    '',
  ];

  expect(closed.filter(isPublicAddress)).toEqual([]);
});
