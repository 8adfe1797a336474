import { streamRuns } from '@bowerbird/contract/runs';
import type { RunEvents } from '../runs/events.ts';
import { serveBrowser } from './serve.ts';

/** One stream per session: tells `{ id, version }` of each change; the listener then asks for what it needs. */
export function serveRunStream(events: RunEvents) {
  return serveBrowser(streamRuns, async (_input, call) => {
    const ownerId = call.user.ownerId;
    const { raw } = call.reply;
    call.reply.hijack();
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 2000\n\n');
    const pulse = setInterval(() => raw.write(': here\n\n'), 15_000);
    const stop = events.listen((event) => {
      if (event.ownerId === ownerId) {
        raw.write(`event: run\ndata: ${JSON.stringify({ id: event.runId, version: event.version })}\n\n`);
      }
    });
    raw.on('close', () => {
      clearInterval(pulse);
      stop();
    });
  });
}
