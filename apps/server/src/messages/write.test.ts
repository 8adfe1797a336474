import { languages } from '@bowerbird/contract/account/account';
import { describe, expect, it } from 'vitest';
import { wordsOf } from './texts/texts.ts';
import { write } from './write.ts';

const consoleUrl = 'https://bower.example';

describe.each(languages)('the words in %s', (language) => {
  it('name the same values as the others, and leave no gap', () => {
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [template, words] of Object.entries(wordsOf[language].templates)) {
      const chinese = Object.entries(wordsOf['zh-CN'].templates).find(([name]) => name === template)?.[1];
      expect(names(words.mail.join()), template).toEqual(names(chinese?.mail.join() ?? ''));
      expect(names(words.sms), template).toEqual(names(chinese?.sms ?? ''));
    }
  });

  it('give a code its own line, and the whole message one line as text', () => {
    const { text, line, subject } = write({
      template: 'code',
      language,
      values: { code: '012345' },
      consoleUrl,
    });

    expect(text.split('\n')).toContain('012345');
    expect(subject).toContain('012345');
    expect(line).toContain('012345');
    expect(line).not.toContain('\n');
    expect(text + subject + line).not.toMatch(/[{}]/);
  });
});

it('escapes what people wrote, and lets no line break into the subject [asvs 1.1.2] [asvs 1.2.1] [asvs 1.3.11]', () => {
  const { html, subject } = write({
    template: 'invitation',
    language: 'en-US',
    values: {
      inviter: '<script>alert(1)</script>\r\nBcc: all@example.test',
      merchant: 'A & "B"',
      link: 'https://bower.example/user/invitation?token=a&b',
    },
    consoleUrl,
  });

  expect(html).not.toContain('<script');
  expect(html).toContain('A &amp; &quot;B&quot;');
  expect(html).toContain('href="https://bower.example/user/invitation?token=a&amp;b"');
  expect(subject).not.toMatch(/[\r\n]/);
});

it('makes no link of what is none [asvs 1.2.2]', () => {
  const { html } = write({
    template: 'notification',
    language: 'en-US',
    values: { sentence: 'Done.', link: 'javascript:alert(1)' },
    consoleUrl,
  });

  expect(html).not.toContain('href');
});

it('leaves out a sentence whose value nobody gave', () => {
  const { text } = write({ template: 'address-changed', language: 'en-US', values: {}, consoleUrl });

  expect(text).not.toContain('The new one');
  expect(text).toContain('just changed');
});
