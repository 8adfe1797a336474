// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { faultText } from './fault-text.ts';
import { formatOf } from './format.ts';
import type { Language } from './language.ts';
import { showLanguage, shownTexts } from './language.ts';
import { textOf } from './text.ts';

async function speak(language: Language) {
  await showLanguage(language);
  const text = textOf(shownTexts);
  return { text, format: formatOf(language, text, () => Date.parse('2026-11-20T12:00:00Z')) };
}

describe('texts and figures', () => {
  beforeEach(() => showLanguage('zh-CN'));

  it('group numbers and count as the language does', async () => {
    const chinese = await speak('zh-CN');
    expect(chinese.text('bulk.selectAll', { n: 12_408 })).toBe('选择全部 12,408 件');
    expect(chinese.text('product.variants', { n: 5 })).toBe('5 个规格');

    const portuguese = await speak('pt-BR');
    expect(portuguese.text('bulk.selectAll', { n: 12_408 })).toBe('Selecionar todos os 12.408');
    expect(portuguese.text('product.variants', { n: 1 })).toBe('1 variante');
    expect(document.documentElement.lang).toBe('pt-BR');
  });

  it('do not compile without their values, with others, or with a word where a number is counted', async () => {
    const { text } = await speak('en-US');

    // @ts-expect-error A text with a value needs it.
    text('product.variants');
    // @ts-expect-error A value has the name that the text gives it.
    text('product.variants', { count: 5 });
    // @ts-expect-error A number that selects the plural form is no text.
    text('product.variants', { n: '5' });
    // @ts-expect-error A text without values takes none.
    text('fault.unexpected', { n: 5 });
    // @ts-expect-error Of several possible texts, the values of each are needed.
    text(Math.random() < 2 ? 'product.variants' : 'access.person.delete.title', { n: 5 });
    // @ts-expect-error Elements in a text have its names as well.
    text.rich('access.person.delete.title', { person: 'Ann' });
    expect(text('product.variants', { n: 5 })).toBe('5 variants');
  });

  it('say a failure with its value, and plainly where the value did not come', async () => {
    const { text } = await speak('en-US');
    const say = (params: Record<string, string>) =>
      faultText(text, shownTexts.messages, { code: 'address.host-not-found', params });

    expect(say({ host: 'a.example' })).toBe('We cannot find a.example. Please check the spelling.');
    expect(say({})).toBe('We cannot find this site. Please check the spelling.');
    expect(faultText(text, shownTexts.messages, { code: 'not.ours' })).toBe(text('fault.unexpected'));
  });

  it('never round money and keep every digit of it', async () => {
    const { format } = await speak('zh-CN');

    expect(format.money('19.9', 'USD')).toBe('$19.90');
    expect(format.money('123456789012.3456', 'USD')).toBe('$123,456,789,012.3456');
    expect(format.money('1500', 'JPY')).toBe('¥1,500');
    expect(format.money('5.00', null)).toBe('5.00');
  });

  it('show time relatively for a day and by date after it', async () => {
    const { format } = await speak('zh-CN');
    expect(format.relative('2026-11-20T11:58:00Z')).toBe('2 分钟前');
    expect(format.relative('2026-11-20T09:00:00Z')).toBe('3 小时前');
    expect(format.relative('2026-11-18T06:00:00Z')).toBe('11-18');
    expect(format.duration(11_520)).toBe('3 小时 12 分');
    expect(format.compact(23_335)).toBe('2.3万');

    expect((await speak('en-US')).format.relative('2026-11-18T06:00:00Z')).toBe('18 Nov');
    expect((await speak('pt-BR')).format.relative('2026-11-18T06:00:00Z')).toBe('18 de nov.');
  });
});
