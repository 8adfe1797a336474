import { createServer } from 'node:net';
import { CannotStart } from '../config/cannot-start.ts';

const firstPort = 8000;
const portsTried = 100;

/**
 * Returns the requested port, or the first free one from 8000 on if none was requested; 0 stays 0, which means any free
 * port.
 */
export async function choosePort({
  port,
  host,
}: {
  port: number | undefined;
  host: string;
}): Promise<number> {
  if (port !== undefined) {
    await requireFree('PORT', host, port);
    return port;
  }
  for (let candidate = firstPort; candidate < firstPort + portsTried; candidate += 1) {
    const refusal = await refusalOf(host, candidate);
    if (refusal === null) {
      return candidate;
    }
    if (refusal !== 'EADDRINUSE') {
      throw new CannotStart(sentenceOf(refusal, 'PORT', host, candidate));
    }
  }
  throw new CannotStart(
    `Ports ${firstPort} to ${firstPort + portsTried - 1} are all taken. Set PORT to a free one.`,
  );
}

/** Throws `CannotStart` if it is impossible to listen there, naming the setting that chose the port. */
export async function requireFree(setting: string, host: string, port: number): Promise<void> {
  const refusal = await refusalOf(host, port);
  if (refusal !== null) {
    throw new CannotStart(sentenceOf(refusal, setting, host, port));
  }
}

function sentenceOf(refusal: string, setting: string, host: string, port: number): string {
  switch (refusal) {
    case 'EADDRINUSE':
      return `Port ${port} is taken. Set ${setting} to another one, or leave it out.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Set ${setting} to one above 1023, or leave it out.`;
    default:
      return `HOST ${host} is not an address of this machine (${refusal}). Leave it out to use 127.0.0.1.`;
  }
}

/** Returns why it is impossible to listen there; null if it is possible. */
function refusalOf(host: string, port: number): Promise<string | null> {
  return new Promise((resolved) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolved(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolved(null)));
  });
}
