/** What stands for a secret. */
const hidden = '•••';
/** A part of a path of this length with letters and digits is taken for a secret, as in links that anybody may open. */
const secretFrom = 20;

/**
 * Returns an address as screens show it: without name and password, values of its query, parts of its path that look like
 * keys, and the part after `#`.
 */
export function shownAddress({ protocol, username, password, host, pathname, searchParams }: URL): string {
  const person = username === '' && password === '' ? '' : `${hidden}@`;
  const path = pathname
    .split('/')
    .map((part) => (isSecret(part) ? hidden : plain(part)))
    .join('/');
  const names = [...new Set(searchParams.keys())].map(
    (name) => `${isSecret(name) ? hidden : name}=${hidden}`,
  );
  return `${protocol}//${person}${host}${path}${names.length === 0 ? '' : `?${names.join('&')}`}`;
}

/** Returns the name of the file that an address without secrets names; null if it names none. */
export function fileNameIn({ pathname }: URL): string | null {
  const last = pathname.split('/').at(-1) ?? '';
  return !isSecret(last) && /\.(?:csv|tsv|txt|xlsx)$/i.test(last) ? plain(last) : null;
}

function isSecret(part: string): boolean {
  const bare = part.replace(/\.(?:csv|tsv|txt|xlsx)$/i, '');
  return bare.length >= secretFrom && /\d/.test(bare) && /[a-z]/i.test(bare);
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
