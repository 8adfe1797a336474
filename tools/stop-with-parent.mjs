import { whenNpmIsGone } from './started-by-npm.mjs';

/**
 * Loaded into a program that another one started, or replaced itself with: when the starter is killed and cannot report
 * it, the program stops. The starter is at the other end of the channel; without a channel it is npm.
 */
const stop = () => process.kill(process.pid, 'SIGTERM');
if (process.channel) {
  process.on('disconnect', stop);
  process.channel.unref();
} else {
  whenNpmIsGone(stop);
}
