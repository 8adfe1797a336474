import { randomUUID } from 'node:crypto';
import { apiBase } from '@bowerbird/contract/route';
import { platforms } from '@bowerbird/platforms/all';
import { it } from 'vitest';
import { servedRoutes, servedToBrowsers } from '../served.ts';
import { anotherMerchant, signIn, testApp } from '../testing/app.ts';
import { testDatabase } from '../testing/database.ts';
import { mug } from '../testing/products.ts';

const { db } = await testDatabase();
const { app } = await testApp(db, { every: servedRoutes, browserServed: servedToBrowsers, platforms });
const headers = await signIn(app, await anotherMerchant(db, 'seller'));
const shop = 'www.aliexpress.com';
const lamp = (id: string, given: object = {}): any => ({
  ...mug,
  title: `Lamp ${id}`,
  source: { platform: 'aliexpress', shop, id, url: `https://${shop}/item/${id}.html`, storeName: 'x' },
  ...given,
});
const v = mug.variants[0]!;
const src = (s: object) => ({ source: { ...lamp('1005001111111111').source, ...s } });
const big = 'y'.repeat(500_000);
let n = 0;
const cases: [string, any, object?][] = [
  ['NUL title', lamp('1', { title: 'a\0b' })],
  ['only NUL title', lamp('1', { title: '\0' })],
  ['lone surrogate', lamp('2', { title: 'a\ud800b', tags: ['\udfff'] })],
  ['NUL id', lamp('3', src({ id: 'a\0b' }))],
  ['NUL-only id', lamp('3', src({ id: '\0' }))],
  ['NUL shop', lamp('3', src({ shop: 'a\0.aliexpress.com' }))],
  ['long shop', lamp('4', src({ shop: `${'a'.repeat(100000)}.aliexpress.com` }))],
  ['random long shop', lamp('4', src({ shop: `${randomUUID().repeat(500)}.aliexpress.com` }))],
  ['space shop', lamp('5', src({ shop: 'a b.aliexpress.com' }))],
  ['slash shop', lamp('5', src({ shop: 'evil.example/.aliexpress.com' }))],
  ['surrogate shop', lamp('5', src({ shop: '\ud800.aliexpress.com' }))],
  ['NUL url', lamp('6', src({ url: `https://${shop}/item/\0.html` }))],
  ['big stock', lamp('7', { variants: [{ ...v, stock: 9007199254740991 }] })],
  ['neg stock', lamp('7', { variants: [{ ...v, stock: -9007199254740991 }] })],
  ['big price', lamp('8', { variants: [{ ...v, price: '999999999999.9999' }] })],
  ['long tag', lamp('9', { tags: [big] })],
  ['random long tag', lamp('9', { tags: [Array.from({length: 3000}, () => randomUUID()).join('')] })],
  ['long vendor', lamp('10', { vendor: Array.from({length: 3000}, () => randomUUID()).join('') })],
  ['long type', lamp('11', { productType: Array.from({length: 3000}, () => randomUUID()).join('') })],
  ['long category', lamp('12', { categories: [[Array.from({length: 3000}, () => randomUUID()).join('')]] })],
  ['100k tags', lamp('13', { tags: Array.from({ length: 60000 }, (_, i) => `t${i}`) })],
  ['100k categories', lamp('14', { categories: Array.from({ length: 60000 }, (_, i) => [`c${i}`]) })],
  ['many pictures', lamp('15', { pictures: Array.from({ length: 20000 }, (_, i) => ({ ...mug.pictures[0], url: `https://a.b/${i}` })), variants: [{ ...v, pictureUrl: null }] })],
  ['mark in tag', lamp('16', { tags: ['a\u001fb', 'c\nd'] })],
  ['long picture url', lamp('17', { pictures: [{ ...mug.pictures[0], url: `https://a.b/${Array.from({length: 3000}, () => randomUUID()).join('')}` }], variants: [{ ...v, pictureUrl: null }] })],
  ['long handle', lamp('18', { handle: Array.from({length: 3000}, () => randomUUID()).join('') })],
  ['long currency?', lamp('19', { currency: 'USDX' })],
  ['private source', { ...lamp('20'), source: { platform: 'shopify', shop: '127.0.0.1', id: '1', url: 'http://127.0.0.1/products/a', storeName: null } }, { platform: 'shopify', url: 'http://127.0.0.1/products/a' }],
  ['emoji title', lamp('21', { title: '🦜'.repeat(400) })],
  ['newlines', lamp('22', { title: 'a\nb\u2028c', descriptionHtml: 'x\ny' })],
  ['tierless', lamp('23', { priceTiers: Array.from({ length: 20000 }, () => ({ minimumQuantity: 1, price: '1' })) })],
  ['huge option', lamp('24', { options: [{ name: 'A', values: Array.from({ length: 10000 }, (_, i) => String(i)) }], variants: [{ ...v, optionValues: ['0'] }] })],
  ['10000 variants', lamp('25', { options: [{ name: 'A', values: Array.from({ length: 5000 }, (_, i) => String(i)) }], variants: Array.from({ length: 5000 }, (_, i) => ({ ...v, id: `v${i}`, optionValues: [String(i)] })) })],
  ['long variant id', lamp('26', { variants: [{ ...v, id: big }] })],
  ['storename long', lamp('27', src({ storeName: big, id: '27' }))],
  ['extra key __proto__ deep', JSON.parse(JSON.stringify(lamp('28')).replace('"extra":{}', '"extra":{"x":{"constructor":{"a":1}}}'))],
];
it('attacks', async () => {
  for (const [what, product, more] of cases) {
    n += 1;
    const started = performance.now();
    const answer = await app.inject({ method: 'POST', url: `${apiBase}/plugin/collect`, headers, payload: { id: randomUUID(), platform: 'aliexpress', url: product.source.url.includes('127') ? product.source.url : `https://${shop}/item/1005001111111111.html`, capturedAt: new Date().toISOString(), pluginVersion: '1', products: [product], ...more } });
    const ms = Math.round(performance.now() - started);
    console.log(answer.statusCode, ms, what, answer.statusCode === 200 ? '' : answer.body.slice(0, 250));
    if (answer.statusCode === 200) {
      const id = answer.json().data.collectedIds[0];
      const shown = id ? (await app.inject({ method: 'GET', url: `${apiBase}/collect/results/${id}`, headers })).statusCode : 'NO ID';
      const list = (await app.inject({ method: 'POST', url: `${apiBase}/collect/results/query`, headers, payload: { filter: {} } })).statusCode;
      if (shown !== 200 || list !== 200) console.log('   !!! shown', shown, 'list', list);
    }
  }
  const raw = async (what: string, text: string) => {
    const a = await app.inject({ method: 'POST', url: `${apiBase}/plugin/collect`, headers: { ...headers, 'content-type': 'application/json' }, payload: text });
    console.log(a.statusCode, what, a.body.slice(0, 200));
  };
  const good = JSON.stringify({ id: randomUUID(), platform: 'aliexpress', url: `https://${shop}/item/1.html`, capturedAt: new Date().toISOString(), pluginVersion: '1', products: [lamp('1005001111111119')] });
  await raw('proto', good.replace('"extra":{}', '"extra":{"__proto__":{"a":{}}}'));
  await raw('constructor', good.replace('"extra":{}', '"extra":{"constructor":{"prototype":{"a":1}}}'));
  await raw('deep array', good.replace('"extra":{}', `"extra":{"a":{"b":${'['.repeat(900_000)}${']'.repeat(900_000)}}}`));
  await raw('deep unknown key', good.replace('"extra":{}', `"extra":{},"zzz":${'['.repeat(900_000)}${']'.repeat(900_000)}`));
  await raw('deep title', good.replace('"title":"Lamp', `"title":${'['.repeat(900_000)}${']'.repeat(900_000)},"x":"Lamp`));
  await raw('deep constructor', good.replace('"extra":{}', `"extra":{"a":{"constructor":${'['.repeat(500_000)}${']'.repeat(500_000)}}}`));
  for (const body of [{ platform: 'ali\0', urls: ['https://a.b/\0'] }, { platform: 'aliexpress', urls: ['\0', 'https://\ud800/', `https://www.aliexpress.com/${'x'.repeat(1900)}`] }]) {
    const a = await app.inject({ method: 'POST', url: `${apiBase}/plugin/known`, headers, payload: body });
    console.log(a.statusCode, 'known', a.body.slice(0, 200));
  }
  for (const [url, code] of [['https://www.aliexpress.com/\0\ud800', 'x\0'], ['http://169.254.169.254/latest', 'source.gone'], [`https://a.b/${'%00'.repeat(600)}`, 'source.gone']]) {
    const a = await app.inject({ method: 'POST', url: `${apiBase}/plugin/unread`, headers, payload: { id: randomUUID(), platform: 'aliexpress', url, code, pluginVersion: '\0' } });
    console.log(a.statusCode, 'unread', a.body.slice(0, 200));
  }
}, 120_000);
