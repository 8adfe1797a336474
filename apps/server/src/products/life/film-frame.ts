/** Returns the page of the video that a frame with this source plays; null if it is no video of a known provider. */
export function filmAt(source: string): string | null {
  const url = URL.parse(source.trim(), 'https://here.invalid/');
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return null;
  }
  switch (url.hostname.replace(/^www\./, '')) {
    case 'youtube.com':
    case 'youtube-nocookie.com': {
      const id = /^\/embed\/([\w-]{11})$/.exec(url.pathname)?.[1];
      return id === undefined ? null : `https://www.youtube.com/watch?v=${id}`;
    }
    case 'player.vimeo.com': {
      const id = /^\/video\/(\d{1,12})$/.exec(url.pathname)?.[1];
      return id === undefined ? null : `https://vimeo.com/${id}`;
    }
    default:
      return null;
  }
}
