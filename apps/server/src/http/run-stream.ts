import type { ServerResponse } from 'node:http';
import { streamRuns } from '@bowerbird/contract/runs';
import type { RunEvents } from '../runs/events.ts';
import type { FindSignedIn } from './app.ts';
import { serveBrowser } from './serve.ts';

const pulseMs = 15_000;
/** As many as one session has open; the oldest one goes for the next. A browser asks again by itself. */
const ofOneSessionMax = 12;
/** A listener that takes nothing of so many bytes is gone, though its connection is not. */
const unreadMax = 256 * 1024;

/**
 * One stream per session: tells `{ id, version }` of each changed run and, without a word of it, that there is a new
 * notice; the listener then asks for what it needs. It ends soon after the session has.
 */
export function serveRunStream(events: RunEvents, findSignedIn: FindSignedIn, everyMs = pulseMs) {
  const open = new Map<string, ServerResponse[]>();

  return serveBrowser(streamRuns, async (_input, call) => {
    const { ownerId, tokenHash } = call.user;
    const { request } = call;
    const header = request.headers['access-token'];
    const token = typeof header === 'string' ? header : (request.cookies['Access-Token'] ?? '');
    const { raw } = call.reply;
    const session = tokenHash.toString('hex');
    const ofSession = [...(open.get(session) ?? []), raw];
    open.set(session, ofSession);
    while (ofSession.length > ofOneSessionMax) {
      ofSession.shift()?.end();
    }

    call.reply.hijack();
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const tell = (text: string) => {
      if (raw.writableLength > unreadMax) {
        raw.destroy();
      } else {
        raw.write(text);
      }
    };
    tell('retry: 2000\n\n');
    const pulse = setInterval(async () => {
      // Signed out, disabled or at its end: a database that does not answer says nothing of that.
      const person = await findSignedIn(token).catch(() => call.user);
      if (person) {
        tell(': here\n\n');
      } else {
        raw.end();
      }
    }, everyMs);
    const stop = events.listen((event) => {
      if (event.ownerId === ownerId) {
        tell(`event: run\ndata: ${JSON.stringify({ id: event.runId, version: event.version })}\n\n`);
      }
    });
    const stopNotices = events.listenToNotices((userId) => {
      if (userId === call.user.id) {
        tell('event: notice\ndata: {}\n\n');
      }
    });
    raw.on('close', () => {
      clearInterval(pulse);
      stop();
      stopNotices();
      const left = (open.get(session) ?? []).filter((each) => each !== raw);
      if (left.length > 0) {
        open.set(session, left);
      } else {
        open.delete(session);
      }
    });
  });
}
