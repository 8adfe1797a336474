import { describe, expect, it } from 'vitest';
import { plainName } from './plain-name.ts';
import { write } from './write.ts';

describe('a name in a message', () => {
  it.each([
    ['林晓', '林晓'],
    ['São Miguel Calçados & Cia. Ltda.', 'São Miguel Calçados & Cia. Ltda.'],
    ['Win at https://evil.example/claim?x=1', 'Win at evil example claim?x=1'],
    ['EVIL.COM', 'EVIL COM'],
    ['evil。com', 'evil com'],
    ['ｅｖｉｌ．ｃｏｍ', 'evil com'],
    ['mailto:me@evil.example', 'mailto me evil example'],
    ['Call +1 (800) 555-0199 now', 'Call + now'],
    ['Loja 2024', 'Loja 2024'],
    ['a\u202Emoc.live\u200B', 'amoc live'],
    ['x\r\nBcc: all', 'x Bcc: all'],
    ['n'.repeat(300), `${'n'.repeat(39)}…`],
  ])('leads nowhere and stays a name: %j', (given, reported) => {
    expect(plainName(given)).toBe(reported);
  });

  it('is plain in an invitation, its subject included', () => {
    const { subject, text, html } = write({
      template: 'invitation',
      language: 'en-US',
      values: {
        inviter: 'Your prize: evil.example/win',
        merchant: 'www.evil.example',
        link: '/user/invitation',
      },
      consoleUrl: 'https://bower.example',
    });

    expect(subject).toBe('Your prize: evil example win invites you to join www evil example');
    expect(`${subject} ${text} ${html}`).not.toContain('evil.example');
    expect(text).toContain('https://bower.example/user/invitation');
  });

  it('that has nothing left is left out with its paragraph, never the link', () => {
    const { subject, text } = write({
      template: 'invitation',
      language: 'en-US',
      values: { inviter: '@', merchant: '400 123 4567', link: '/user/invitation' },
      consoleUrl: null,
    });

    expect(subject.trim()).not.toBe('');
    expect(text).toContain('/user/invitation');
  });
});
