import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@bowerbird/contract/errors';
import { afterEach, expect, it } from 'vitest';
import type { ResolveHost } from './guard.ts';
import { type GuardedFetch, guardedFetch } from './guarded-fetch.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});

const loopback: ResolveHost = async () => [{ address: '127.0.0.1', family: 4 }];

it('reads no private address, however it is written [asvs 1.3.6]', async () => {
  const fetch = fetcher({});
  const port = await listen((_request, reply) => reply.end('secret'));
  const written = [
    '127.0.0.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'shop.localhost',
    '0',
  ];

  const failures = await Promise.all(written.map((host) => codeOf(fetch(`http://${host}:${port}/`))));

  expect(failures).toEqual(written.map(() => 'address.private'));
});

it('refuses a name when one of its addresses is private, though others are not', async () => {
  const fetch = fetcher({
    resolveHost: async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.8', family: 4 },
    ],
  });

  expect(await codeOf(fetch('http://mixed.example/'))).toBe('address.private');
});

it('checks the name again for each connection, so a name that turns private later is refused [asvs 1.3.6]', async () => {
  const seen: string[] = [];
  const port = await listen((_request, reply) => reply.setHeader('connection', 'close').end('hello'));
  const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '127.0.0.2', family: 4 }]];
  const fetch = fetcher({
    allowedPrivateHosts: [`127.0.0.1:${port}`],
    resolveHost: async (host) => {
      seen.push(host);
      return answers.shift() ?? [];
    },
  });

  const first = await (await fetch(`http://rebound.example:${port}/`)).text();
  const second = await codeOf(fetch(`http://rebound.example:${port}/`));

  expect([first, second]).toEqual(['hello', 'address.private']);
  expect(seen).toEqual(['rebound.example', 'rebound.example']);
});

it('connects to the address it checked and asks for no other', async () => {
  let requested = 0;
  const port = await listen((_request, reply) => reply.end('hello'));
  const fetch = fetcher({
    allowedPrivateHosts: [`shop.example:${port}`],
    resolveHost: async () => {
      requested += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });

  expect(await (await fetch(`http://shop.example:${port}/`)).text()).toBe('hello');
  expect(requested).toBe(1);
});

it('does not follow a redirect to a private address [asvs 1.3.6] [asvs 15.3.2]', async () => {
  const inner = await listen((_request, reply) => reply.end('secret'));
  const outer = await listen((_request, reply) =>
    reply.writeHead(302, { location: `http://127.0.0.1:${inner}/` }).end(),
  );
  const fetch = fetcher({ allowedPrivateHosts: [`127.0.0.1:${outer}`] });

  expect(await codeOf(fetch(`http://127.0.0.1:${outer}/`))).toBe('address.private');
});

it('does not follow a redirect to a file, nor to an address with a password in it', async () => {
  const port = await listen((request, reply) =>
    reply
      .writeHead(301, {
        location: request.url === '/file' ? 'file:///etc/passwd' : 'http://ann:secret@shop.example/',
      })
      .end(),
  );
  const fetch = fetcher({ allowedPrivateHosts: [`127.0.0.1:${port}`] });

  expect(await codeOf(fetch(`http://127.0.0.1:${port}/file`))).toBe('address.invalid');
  expect(await codeOf(fetch(`http://127.0.0.1:${port}/password`))).toBe('address.invalid');
});

it('follows five redirects of a read, and no sixth', async () => {
  const port = await listen((request, reply) => {
    const left = Number(request.url?.slice(1));
    return left === 0 ? reply.end('there') : reply.writeHead(302, { location: `/${left - 1}` }).end();
  });
  const fetch = fetcher({ allowedPrivateHosts: [`127.0.0.1:${port}`] });

  const answer = await fetch(`http://127.0.0.1:${port}/5`);

  expect([await answer.text(), answer.url]).toEqual(['there', `http://127.0.0.1:${port}/0`]);
  expect(await codeOf(fetch(`http://127.0.0.1:${port}/6`))).toBe('address.unreachable');
});

it('hands back the redirect of a write instead of writing again [asvs 15.3.2]', async () => {
  const methods: string[] = [];
  const port = await listen((request, reply) => {
    methods.push(`${request.method} ${request.url}`);
    reply.writeHead(307, { location: '/again' }).end();
  });
  const fetch = fetcher({ allowedPrivateHosts: [`127.0.0.1:${port}`] });

  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', body: '{}' });

  expect([answer.status, methods]).toEqual([307, ['POST /graphql']]);
});

it('takes no token along to another origin [asvs 10.1.1]', async () => {
  const heard: Record<string, unknown>[] = [];
  const other = await listen((request, reply) => {
    heard.push(request.headers);
    reply.end();
  });
  const first = await listen((_request, reply) =>
    reply.writeHead(302, { location: `http://127.0.0.1:${other}/` }).end(),
  );
  const fetch = fetcher({ allowedPrivateHosts: ['127.0.0.1'] });

  await fetch(`http://127.0.0.1:${first}/`, {
    headers: {
      'x-shopify-access-token': 'shpat_secret',
      authorization: 'Bearer secret',
      accept: 'text/html',
    },
  });

  expect(JSON.stringify(heard)).not.toContain('secret');
  expect(heard[0]).toMatchObject({ accept: 'text/html', 'user-agent': 'Bowerbird test' });
});

it('refuses a name and password in an address, and says neither', async () => {
  const failure = await fetcher({})('https://ann:hunter2@shop.example/').catch(AppError.from);

  expect(failure).toMatchObject({ code: 'address.invalid' });
  expect(JSON.stringify([failure, String(failure), (failure as AppError).message])).not.toContain('hunter2');
});

it('names an unknown host, a closed port and a silent server', { tags: ['slow'] }, async () => {
  const closed = await listen(() => void 0);
  await opened.pop()?.();
  const silent = await listen(() => void 0);
  const fetch = fetcher({ allowedPrivateHosts: ['127.0.0.1'], timeouts: { silenceMs: 60 } });

  expect(await codeOf(fetch('http://no-such-shop.invalid/'))).toBe('address.host-not-found');
  expect(await codeOf(fetch(`http://127.0.0.1:${closed}/`))).toBe('address.unreachable');
  expect(await codeOf(fetch(`http://127.0.0.1:${silent}/`))).toBe('source.timeout');
  expect(await codeOf(fetch('not an address'))).toBe('address.invalid');
  expect(await codeOf(fetch('ftp://shop.example/'))).toBe('address.invalid');
});

it("reaches the simulator's shops by name on its port alone", async () => {
  const port = await listen((request, reply) => reply.end(request.headers.host));
  const other = await listen((_request, reply) => reply.end('secret'));
  const fetch = fetcher({ simulatorPort: port });

  expect(await (await fetch(`http://glade-home.localhost:${port}/`)).text()).toBe(
    `glade-home.localhost:${port}`,
  );
  expect(await codeOf(fetch(`http://glade-home.localhost:${other}/`))).toBe('address.private');
});

it('ends with the reason of the one who stopped it', async () => {
  const port = await listen(() => void 0);
  const fetch = fetcher({ allowedPrivateHosts: ['127.0.0.1'] });
  const control = new AbortController();
  const ended = fetch(`http://127.0.0.1:${port}/`, { signal: control.signal });

  control.abort(new Error('paused by a person'));

  await expect(ended).rejects.toThrow('paused by a person');
});

function fetcher(options: Partial<Parameters<typeof guardedFetch>[0]>): GuardedFetch {
  const fetch = guardedFetch({
    allowedPrivateHosts: [],
    userAgent: 'Bowerbird test',
    ...(options.allowedPrivateHosts && { resolveHost: loopbackOrNone }),
    ...options,
  });
  opened.push(() => fetch.close());
  return fetch;
}

async function loopbackOrNone(host: string) {
  if (host.endsWith('.invalid')) {
    throw new AppError('address.host-not-found', host);
  }
  return loopback(host);
}

async function listen(listener: RequestListener): Promise<number> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

async function codeOf(answer: Promise<unknown>): Promise<string> {
  const failure = await answer.then(() => 'no failure', AppError.from);
  return failure instanceof AppError ? failure.code : failure;
}
