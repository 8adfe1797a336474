import { startEmbedded } from '../../src/db/embedded/start.ts';

/** A program of its own that starts the database of the given folder, prints its address and stays. */
const folder = process.argv[2];
if (folder === undefined) {
  throw new Error('Which folder?');
}
const { url } = await startEmbedded({ folder, fsync: false, say: () => {} });
process.stdout.write(`${url}\n`);
setInterval(() => {}, 60_000);
