/** Returns the page that blocks the way to the shop, whatever was requested. */
export function refusalPage(status: number, headers: Record<string, string> = {}): Response {
  const title = pageTitles[status] ?? 'Something went wrong';
  return new Response(
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
    {
      status,
      headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    },
  );
}

const pageTitles: Record<number, string> = {
  402: 'This shop is currently unavailable',
  404: '404 Not Found',
  423: 'This shop is locked',
  429: 'Too Many Requests',
  430: 'Request rejected',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Returns the same answer, with a connection that breaks in the middle of its body. */
export function cutShort(answer: Response): Response {
  const { headers, status } = answer;
  const whole = answer.body;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const read = await whole?.getReader().read();
      if (read?.value) {
        controller.enqueue(read.value.slice(0, Math.ceil(read.value.length / 2)));
      }
    },
    pull(controller) {
      controller.error(new TypeError('terminated: the connection was lost within the body'));
    },
  });
  return new Response(body, { status, headers });
}
