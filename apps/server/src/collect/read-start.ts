/** The beginning of a body as text, at most so many bytes; the rest is let go. Bytes that are no UTF-8 become U+FFFD. */
export async function readStart(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    text += decoder.decode(value.subarray(0, maxBytes - size), { stream: true });
    size += value.byteLength;
    if (size >= maxBytes) {
      await reader.cancel();
      break;
    }
  }
  return text + decoder.decode();
}
