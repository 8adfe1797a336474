/** Returns a JSON body of at least this many bytes, sent chunk by chunk so that it needs little memory. */
export function hugeJson(bytes: number): Response {
  const encoder = new TextEncoder();
  const filler = encoder.encode('a'.repeat(65_536));
  let left = bytes;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode('{"products":[{"id":1,"title":"'));
    },
    pull(controller) {
      if (left <= 0) {
        controller.enqueue(encoder.encode('"}]}'));
        controller.close();
        return;
      }
      controller.enqueue(left < filler.length ? filler.slice(0, left) : filler);
      left -= filler.length;
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json; charset=utf-8' } });
}

/** Returns the same text with invalid UTF-8 bytes in its first title. */
export function withBadText(text: string): Uint8Array<ArrayBuffer> {
  const mark = '"title":"';
  const place = text.indexOf(mark);
  const cut = place < 0 ? 0 : place + mark.length;
  const encoder = new TextEncoder();
  const [before, after] = [encoder.encode(text.slice(0, cut)), encoder.encode(text.slice(cut))];
  const whole = new Uint8Array(before.length + 2 + after.length);
  whole.set(before);
  whole.set([0xc3, 0x28], before.length);
  whole.set(after, before.length + 2);
  return whole;
}
