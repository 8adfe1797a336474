import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Drill, Found } from '../drill.ts';
import type { Shop } from '../stage/shop.ts';
import type { Stage } from '../stage/stage.ts';

/** What a shop sends in place of its second page. */
type Answer = (reply: ServerResponse) => Promise<void> | void;

const json = { 'content-type': 'application/json' };

async function endless(reply: ServerResponse): Promise<void> {
  reply.writeHead(200, json).write('{"products":[');
  const piece = Buffer.alloc(1_000_000, ' ');
  for (let sent = 0; !reply.destroyed; sent += 1) {
    reply.write(piece);
    // Without a limit it continues as long as the drill waits, slowly enough not to fill a machine.
    await sleep(sent < 150 ? 20 : 1000);
  }
}

async function dripping(reply: ServerResponse): Promise<void> {
  reply.writeHead(200, json);
  while (!reply.destroyed) {
    reply.write(' ');
    await sleep(1000);
  }
}

function corrupt(shop: Shop, answer: Answer): void {
  shop.corrupt = (request, reply) => {
    const url = new URL(`http://127.0.0.1${request.url}`);
    if (url.pathname !== '/products.json' || Number(url.searchParams.get('page') ?? 1) < 2) {
      return false;
    }
    void Promise.resolve(answer(reply)).catch(() => undefined);
    return true;
  };
}

/** One shop misbehaves while another is read; when the first behaves again, its run is retried. */
async function beside(stage: Stage, answer: Answer, code: string): Promise<Found> {
  const [bad, good] = [await stage.shop(3), await stage.shop(3)];
  corrupt(bad, answer);
  const { program, merchant, database } = await stage.installed({
    reaches: [bad.host, good.host],
    edits: ['short-patience'],
  });
  const badRun = await merchant.collect(bad.address);
  const goodRun = await merchant.ended(await merchant.collect(good.address));
  const wrong = goodRun.state === 'complete' ? [] : [`the other run is ${goodRun.state}`];
  const ended = await merchant.ended(badRun);
  if (ended.state !== 'partial' || ended.fault?.code !== code) {
    wrong.push(`the run is ${ended.state} (${ended.fault?.code ?? 'no reason'}), not partial (${code})`);
  }
  bad.corrupt = null;
  const began = performance.now();
  await merchant.call('POST', `/collect/runs/${badRun}/retry`, {});
  const again = await merchant.ended(badRun);
  const recoveredMs = performance.now() - began;
  const [found] = await database.rows<{ held: number; ids: number }>(
    'select count(*)::integer as held, count(distinct (shop, source_id))::integer as ids from collected',
  );
  const expected = bad.ids.length + good.ids.length;
  if (again.state !== 'complete' || found?.held !== expected || found.ids !== expected) {
    wrong.push(`after a retry the run is ${again.state}; ${found?.held} products of ${expected} are held`);
  }
  if (!program.lives) {
    wrong.push('the program ended');
  }
  return { wrong, recoveredMs };
}

const kept = 'earlier products stay, another shop is read meanwhile, and a retry has each product once.';

function drill(name: string, does: string, answer: Answer, code: string, defence: Drill['defence']): Drill {
  return {
    name,
    expectation: `A shop ${does}: the run ends as partial with \`${code}\`; ${kept}`,
    defence,
    run: (stage) => beside(stage, answer, code),
  };
}

const cutHasNames = { is: 'an answer that breaks off has a name', without: 'a-cut-answer-has-no-name' };

export const peerShops: readonly Drill[] = [
  drill('shop-half-open', 'accepts the connection and sends nothing', () => undefined, 'source.timeout', {
    is: 'a missing answer has a deadline (60 s, here 3 s)',
    without: 'silence-is-borne',
  }),
  drill('shop-drips', 'sends one byte a second', dripping, 'source.timeout', {
    is: 'an answer has a minimum rate (after 60 s, here 5 s)',
    without: 'dripping-is-borne',
  }),
  drill('shop-endless', 'sends a body without end', endless, 'source.answer-too-large', {
    is: 'an answer has a maximum size',
    without: 'endless-is-borne',
  }),
  drill(
    'shop-says-too-long',
    'announces a content-length larger than what it sends',
    (reply) => {
      reply.writeHead(200, { ...json, 'content-length': '5000' });
      reply.write('{"products":[');
      setTimeout(() => reply.destroy(), 200);
    },
    'source.answer-cut',
    cutHasNames,
  ),
  drill(
    'shop-says-too-short',
    'announces a content-length smaller than what it sends',
    (reply) => {
      const { socket } = reply;
      socket?.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{"products":[{"id":1}]}',
      );
    },
    'source.answer-cut',
    {
      is: 'JSON that begins and does not end is distinguished from what is no JSON',
      without: 'half-json-is-none',
    },
  ),
  drill(
    'shop-resets',
    'resets the connection in the middle of a body',
    (reply) => {
      reply.writeHead(200, json);
      reply.write('{"products":[{"id":');
      setTimeout(() => reply.socket?.resetAndDestroy(), 200);
    },
    'source.answer-cut',
    cutHasNames,
  ),
];
