import { createServer } from 'node:net';
import { CannotStart } from '../cannot-start.ts';

const firstPort = 8000;
const portsTried = 100;

/** The port asked for, or the first free one from 8000 on when none was asked for; 0 stays 0, any free one. */
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

/** Throws `CannotStart` when nobody can listen there, naming the setting that chose it. */
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

/** Why nobody can listen there; null when somebody can. */
function refusalOf(host: string, port: number): Promise<string | null> {
  return new Promise((resolved) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolved(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolved(null)));
  });
}
