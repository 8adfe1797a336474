import { expect, it } from 'vitest';
import { machineOf } from './machine.ts';

it('counts the addresses of one IPv6 network as one machine, and those of IPv4 each', () => {
  expect(machineOf('2001:db8:0:7::1')).toBe(machineOf('2001:0db8::7:ab:0:0:ffff'));
  expect(machineOf('2001:db8:0:7::1')).not.toBe(machineOf('2001:db8:0:8::1'));
  expect(machineOf('::ffff:203.0.113.9')).toBe(machineOf('203.0.113.9'));
  expect(machineOf('203.0.113.9')).not.toBe(machineOf('203.0.113.10'));
});
