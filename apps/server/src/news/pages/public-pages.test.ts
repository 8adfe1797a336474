import { languages } from '@bowerbird/contract/account/account';
import { type ConsoleSettings, linkNames, ownPages } from '@bowerbird/contract/system/console-settings';
import type { ProviderSettings } from '@bowerbird/contract/system/provider-settings';
import { type HelpItem, type OperatorPage, operatorPages } from '@bowerbird/contract/system/public-pages';
import { afterEach, describe, expect, it } from 'vitest';
import { signIn, testApp } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { firstNavigation } from '../../access/navigation/navigation.ts';
import { readConfig } from '../../config/config.ts';
import { newsRoutes } from '../routes.ts';
import { htmlOf } from './markdown.ts';

const { db } = await testDatabase();
const environment = { LOG_LEVEL: 'silent', BOWERBIRD_LINK_HELP: 'https://provider.example/help' };
const { app, accounts } = await testApp(db, {
  served: newsRoutes,
  services: { config: readConfig({ ...environment, BOWERBIRD_LINK_ABOUT: '' }) },
});
const administrator = await signIn(app, accounts.administrator);
const merchant = await signIn(app, accounts.merchant);
const guest = {};

type Method = 'GET' | 'PUT';
function send(as: object, method: Method, path: string, payload?: object, language = 'en-US') {
  return app.inject({
    method,
    url: `/shop-reptile/api${path}`,
    headers: { ...as, cookie: `lang=${language}` },
    ...(payload && { payload }),
  });
}
async function read<Data>(as: object, path: string, language = 'en-US'): Promise<Data> {
  const answer = await send(as, 'GET', path, undefined, language);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Data }>().data;
}
const settings = () => read<ConsoleSettings>(guest, '/console/settings');
const provider = () => read<ProviderSettings>(administrator, '/workplace/provider');
async function saveProvider(given: object) {
  const { revision } = await provider();
  return send(administrator, 'PUT', '/workplace/provider', { revision, name: '', links: {}, ...given });
}

afterEach(async () => {
  await db.deleteFrom('provider_settings').execute();
  await db.deleteFrom('operator_page').execute();
});

describe('the links at the foot of every page', () => {
  it('all lead somewhere on a fresh start: where the environment says, else to pages of our own [1.footer]', async () => {
    const { links, provider: name } = await settings();

    expect(name).toBe('');
    expect(links).toEqual({ ...ownPages, help: 'https://provider.example/help' });
    expect(Object.keys(links).sort()).toEqual([...linkNames].sort());
  });

  it('lead where an administrator says, over the environment, and one can be hidden or given back', async () => {
    const saved = await saveProvider({
      name: ' Aster Tools ',
      links: { help: '/help', contact: 'mailto:care@aster.example', tutorials: null },
    });

    expect(saved.json().data).toMatchObject({ name: 'Aster Tools', revision: 1 });
    const { links, provider: name } = await settings();
    expect(name).toBe('Aster Tools');
    expect(links).toMatchObject({ help: '/help', contact: 'mailto:care@aster.example', about: '/about' });
    expect(links).not.toHaveProperty('tutorials');

    await saveProvider({});
    expect((await settings()).links.help).toBe('https://provider.example/help');
    expect((await provider()).defaults.tutorials).toBe('/tutorials');
  });

  it.each([
    ['about', 'http://plain.example'],
    ['help', 'javascript:alert(1)'],
    ['provider', '//elsewhere.example'],
    ['about', 'mailto:care@aster.example'],
    ['contact', 'mailto:nobody'],
    ['contact', 'mailto:care@aster.example?bcc=x@evil.example'],
    ['terms', ''],
  ])('refuse %s at %s, named, and nothing is saved', async (name, address) => {
    const answer = await saveProvider({ name: 'Aster', links: { [name]: address } });

    expect(answer.json()).toMatchObject({
      code: 'workplace.link-wrong',
      issues: [{ path: ['links', name] }],
      message: expect.stringContaining('Nothing was saved'),
    });
    expect((await settings()).provider).toBe('');
  });

  it('cannot hide what is accepted at sign-up', async () => {
    const answer = await saveProvider({ links: { terms: null, about: null } });

    expect(answer.json()).toMatchObject({
      code: 'workplace.link-needed',
      issues: [{ path: ['links', 'terms'] }],
    });
  });

  it('are not overwritten by who read them before somebody else saved', async () => {
    const fromEmpty = (name: string) =>
      send(administrator, 'PUT', '/workplace/provider', { revision: 0, name, links: {} });
    const [first, second] = await Promise.all([fromEmpty('One'), fromEmpty('Two')]);

    expect([first.statusCode, second.statusCode].sort()).toEqual([200, 409]);
    const late = await send(administrator, 'PUT', '/workplace/provider', {
      revision: 7,
      name: 'x',
      links: {},
    });
    expect(late.json().code).toBe('workplace.changed-meanwhile');
  });

  it('are changed by administrators alone, whatever a merchant may do', async () => {
    for (const [method, path, body] of [
      ['GET', '/workplace/provider', undefined],
      ['PUT', '/workplace/provider', { revision: 0, name: 'x', links: {} }],
      ['GET', '/workplace/pages/terms', undefined],
    ] as const) {
      expect((await send(merchant, method, path, body)).statusCode).toBe(403);
      expect((await send(guest, method, path, body)).statusCode).toBe(401);
    }
  });

  it('stop a start with an address that is none', () => {
    expect(() => readConfig({ BOWERBIRD_LINK_HELP: 'javascript:alert(1)' })).toThrow('BOWERBIRD_LINK_HELP');
  });
});

describe('a page of the operator', () => {
  it.each(languages)('is a template in %s for guests until it is written, and says so', async (language) => {
    for (const name of operatorPages) {
      const page = await read<Record<string, unknown>>(guest, `/pages/${name}`, language);

      expect(page).toMatchObject({ language, isTemplate: true, savedAt: null });
      expect(page.version).toMatch(/^template-[\da-f]{8}$/);
      expect(page.bodyHtml).toMatch(/<h2>.*\[.+\]/s);
    }
  });

  it('is what was saved from then on, sanitised, as a version of its own, in the nearest language', async () => {
    const held = await read<OperatorPage>(administrator, '/workplace/pages/terms');
    const none = { title: '', summary: '', bodyHtml: '' };
    const texts = {
      'zh-CN': none,
      'zh-TW': none,
      'en-US': {
        title: 'Our terms',
        summary: '',
        bodyHtml: '<p onclick="x()">Fair.<script>x()</script></p>',
      },
      'pt-BR': none,
    };
    const saved = await send(administrator, 'PUT', '/workplace/pages/terms', {
      version: held.version,
      texts,
    });
    expect(saved.json().data).toMatchObject({ version: 'v1', isTemplate: false, savedBy: '管理员' });

    const page = await read(guest, '/pages/terms', 'pt-BR');
    expect(page).toMatchObject({
      title: 'Our terms',
      bodyHtml: '<p>Fair.</p>',
      language: 'en-US',
      version: 'v1',
    });
    expect((await settings()).legalVersions.terms).toBe('v1');
    expect((await provider()).pages).toContainEqual(
      expect.objectContaining({ name: 'terms', isTemplate: false }),
    );

    const late = await send(administrator, 'PUT', '/workplace/pages/terms', { version: held.version, texts });
    expect(late.json().code).toBe('workplace.changed-meanwhile');
    await send(administrator, 'PUT', '/workplace/pages/terms', { version: 'v1', texts });
    // A person may have accepted the first version.
    const versions = await db.selectFrom('operator_page').select('version').orderBy('version').execute();
    expect(versions.map(({ version }) => version)).toEqual([1, 2]);

    const emptied = { ...texts, 'en-US': { ...none, title: 'Only a title' } };
    const incomplete = await send(administrator, 'PUT', '/workplace/pages/terms', {
      version: 'v2',
      texts: emptied,
    });
    expect(incomplete.json().code).toBe('article.incomplete');
  });
});

describe('help', () => {
  it.each(languages)(
    'is read by guests in %s, and its links lead to pages that there are',
    async (language) => {
      const items = await read<HelpItem[]>(guest, '/help', language);
      const known = new Set([
        ...firstNavigation.flatMap(({ path }) => path ?? []),
        ...Object.values(ownPages),
        ...items.map(({ name }) => `/help/${name}`),
      ]);

      expect(items.filter(({ kind }) => kind === 'tutorial')).toHaveLength(2);
      expect(items.filter(({ kind }) => kind === 'help')).toHaveLength(3);
      for (const { name } of items) {
        const article = await read<{ title: string; summary: string; bodyHtml: string }>(
          guest,
          `/help/${name}`,
          language,
        );
        const links = [...article.bodyHtml.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => to);
        expect(
          [article.title, article.summary].every((words) => words.length > 3 && !words.includes('#')),
        ).toBe(true);
        expect(article.bodyHtml).toMatch(/<h2>/);
        expect(article.bodyHtml).not.toMatch(/\*\*|\]\(|^#/m);
        expect(links.filter((to) => !known.has(to))).toEqual([]);
      }
    },
  );

  it('is the same in every language: as many steps, points and headings', async () => {
    for (const { name } of await read<HelpItem[]>(guest, '/help')) {
      const shapes = await Promise.all(
        languages.map(async (language) => {
          const { bodyHtml } = await read<{ bodyHtml: string }>(guest, `/help/${name}`, language);
          return [...bodyHtml.matchAll(/<(h2|li|blockquote|a)\b/g)]
            .map(([, tag]) => tag)
            .sort()
            .join();
        }),
      );
      expect(new Set(shapes).size, name).toBe(1);
    }
  });

  it('has no article of another name, nor of another folder [asvs 5.3.2]', async () => {
    expect((await send(guest, 'GET', '/help/nothing')).statusCode).toBe(404);
    expect((await send(guest, 'GET', '/help/..%2F..%2Fpages%2Fen-US%2Fterms')).statusCode).toBe(404);
  });

  it('shows HTML in its source as text, and runs nothing [asvs 1.3.5]', () => {
    expect(htmlOf('Two < three & <script>x()</script>')).toBe(
      '<p>Two &lt; three &amp; &lt;script&gt;x()&lt;/script&gt;</p>',
    );
    expect(htmlOf('[run](javascript:x) and **[go](/help)**')).toBe(
      '<p><a>run</a> and <strong><a href="/help">go</a></strong></p>',
    );
    expect(htmlOf('1. one\n2. two\n\n- a\n  b\n- c')).toBe(
      '<ol><li>one</li><li>two</li></ol>\n<ul><li>a b</li><li>c</li></ul>',
    );
  });
});
