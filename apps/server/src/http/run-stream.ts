import type { ServerResponse } from 'node:http';
import { streamRuns } from '@bowerbird/contract/runs';
import type { RunEvents } from '../runs/events.ts';
import type { FindSignedIn } from './admission.ts';
import { serveBrowser } from './serve.ts';

const pulseMs = 15_000;
/** Most streams that one session has open; the next one closes the oldest. A browser reconnects by itself. */
const ofOneSessionMax = 12;
/** Unread bytes after which a listener counts as gone, even if its connection is still open. */
const unreadMax = 256 * 1024;

/**
 * Serves one stream per session: sends `{ id, version }` of each changed run and the mere fact that there is a new
 * notification; the listener then requests what it needs. The stream ends soon after the session does.
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
    const report = (text: string) => {
      if (raw.writableLength > unreadMax) {
        raw.destroy();
      } else {
        raw.write(text);
      }
    };
    report('retry: 2000\n\n');
    const pulse = setInterval(async () => {
      // Checks whether the person signed out, was disabled, or the session ended; if the database does not respond, the
      // stream stays open.
      const person = await findSignedIn(token).catch(() => call.user);
      if (person) {
        report(': here\n\n');
      } else {
        raw.end();
      }
    }, everyMs);
    const stop = events.listen((event) => {
      if (event.ownerId === ownerId) {
        report(`event: run\ndata: ${JSON.stringify({ id: event.runId, version: event.version })}\n\n`);
      }
    });
    const stopNotices = events.listenToNotices((userId) => {
      if (userId === call.user.id) {
        report('event: notice\ndata: {}\n\n');
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
