import { describe, expect, it } from 'vitest';
import { mailboxOf } from '../guest/mailbox.ts';
import { addressOf, dialCodes, isMailAddress, phoneOf } from './phone.ts';

describe('a telephone number', () => {
  it.each([
    ['+86', '138 0000 0000', '+8613800000000'],
    ['+86', '+55 11 98765-4321', '+5511987654321'],
    ['+55', '(11) 98765-4321', '+5511987654321'],
    ['+852', '91234567', '+85291234567'],
  ])('of %s typed as "%s" is %s', (dial, typed, expected) => {
    expect(phoneOf(dial, typed)).toBe(expected);
  });

  it.each([
    ['+86', '12800000000'],
    ['+86', '1380000000'],
    ['+86', ''],
    ['+1', 'call me'],
    ['+44', '12'],
  ])('is none as %s "%s"', (dial, typed) => {
    expect(phoneOf(dial, typed)).toBeNull();
  });

  it('has each country once, China first', () => {
    expect(dialCodes[0].dial).toBe('+86');
    expect(new Set(dialCodes.map(({ dial }) => dial)).size).toBe(dialCodes.length);
  });
});

describe('an address for a code', () => {
  it('is a mail address or a number, whichever was typed', () => {
    expect(addressOf(' lin@chenwu.example ')).toEqual({ channel: 'mail', address: 'lin@chenwu.example' });
    expect(addressOf('13800000000')).toEqual({ channel: 'sms', address: '+8613800000000' });
    expect(addressOf('+5511987654321')).toEqual({ channel: 'sms', address: '+5511987654321' });
    expect(addressOf('lin')).toBeNull();
    expect(addressOf('lin@home')).toBeNull();
  });

  it('takes mail addresses as they really are', () => {
    expect(isMailAddress('first.last+x@mail.example.technology')).toBe(true);
    expect(isMailAddress('a@b.cn, c@d.cn')).toBe(false);
  });
});

it('leads to the mailbox of a provider it knows, and nowhere else', () => {
  expect(mailboxOf('lin@QQ.com')).toBe('https://mail.qq.com/');
  expect(mailboxOf('lin@chenwu.example')).toBeNull();
});
